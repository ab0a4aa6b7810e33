import { GuiAgentError } from "../../../core/errors.ts";

/** What a selection holds, by names, which mean the same to every process. */
export interface KeptSelection {
  readonly name: string;
  /** Server time: whoever has taken the selection after it keeps it. */
  readonly since: number;
  readonly items: readonly KeptItem[];
}

export interface KeptItem {
  readonly target: string;
  readonly type: string;
  /** Bits of each value: 8, 16 or 32. */
  readonly format: number;
  readonly data: Buffer;
}

const lengthBytes = 4;

/** Selections as bytes: each field after its length, each list after the number of its elements. */
export function encodeSelections(selections: readonly KeptSelection[]): Buffer {
  const fields = [
    number(selections.length),
    ...selections.flatMap(({ name, since, items }) => [
      text(name),
      number(since),
      number(items.length),
      ...items.flatMap(({ target, type, format, data }) => [text(target), text(type), number(format), data]),
    ]),
  ];
  return Buffer.concat(fields.flatMap((field) => [lengthOf(field), field]));
}

/** The reverse. Throws `invalid_input` when something is missing. */
export function decodeSelections(bytes: Buffer): readonly KeptSelection[] {
  let offset = 0;
  const next = (): Buffer => {
    if (offset + lengthBytes > bytes.length) throw incomplete();
    const start = offset + lengthBytes;
    const end = start + bytes.readUInt32LE(offset);
    if (end > bytes.length) throw incomplete();
    offset = end;
    return bytes.subarray(start, end);
  };
  const nextText = () => next().toString("utf8");
  const nextNumber = () => Number(nextText());
  const several = <Element>(read: () => Element) => Array.from({ length: nextNumber() }, read);
  return several(() => ({
    name: nextText(),
    since: nextNumber(),
    items: several(() => ({ target: nextText(), type: nextText(), format: nextNumber(), data: next() })),
  }));
}

function text(value: string): Buffer {
  return Buffer.from(value, "utf8");
}

function number(value: number): Buffer {
  return text(String(value));
}

function lengthOf(field: Buffer): Buffer {
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(field.length);
  return length;
}

function incomplete(): GuiAgentError {
  return new GuiAgentError("invalid_input", "What to keep on the clipboard did not arrive whole.", {
    remedy: "This command is started by gui-agent itself when it ends. There is no need to run it.",
  });
}
