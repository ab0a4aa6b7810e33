import { GuiAgentError } from "../../../core/errors.ts";
import { type Item, type Items, type SelectionName, selections } from "./items.ts";

/** What a selection holds, for another process to hold it. */
export interface KeptSelection {
  readonly name: SelectionName;
  /** Server time: whoever has taken the selection after it keeps it. */
  readonly since: number;
  readonly items: Items;
}

const lengthBytes = 4;

/** Selections as bytes: each field after its length, each list after the number of its elements. */
export function encodeSelections(kept: readonly KeptSelection[]): Buffer {
  const fields = [
    number(kept.length),
    ...kept.flatMap(({ name, since, items }) => [
      text(name),
      number(since),
      number(items.size),
      ...[...items].flatMap(([target, item]) => [
        text(target),
        text(item.type),
        number(item.format),
        item.data,
      ]),
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
  const nextName = (): SelectionName => {
    const written = nextText();
    const name = selections.find((selection) => selection === written);
    if (name === undefined) throw incomplete();
    return name;
  };
  const nextItem = (): Item => ({ type: nextText(), format: nextNumber(), data: next() });
  return several(() => ({
    name: nextName(),
    since: nextNumber(),
    items: new Map(several(() => [nextText(), nextItem()] as const)),
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
