import { waitFor } from "../wait-for.ts";
import { type ClipboardCommand, clipboardAnswer } from "./clipboard-commands.ts";
import { openCommandProgram } from "./command-program.ts";
import type { WineDesk } from "./wine-desk.ts";

/** What a program copies in one format, which has a number or a registered name. */
export interface CopiedItem {
  readonly format: number | string;
  readonly data: string | Uint8Array;
  readonly as?: "memory" | "metafile" | "bitmap" | "promised" | "refused" | "hanging";
}

/** A control, by the classes of its window and its own. */
export interface Field {
  readonly window: string;
  readonly control: string;
}

/** Another program that uses the clipboard, and looks into the fields of others. */
export interface ClipboardNeighbour extends AsyncDisposable {
  copy(items: readonly CopiedItem[]): Promise<void>;
  /**
   * All that is there, in base64, by the name or number of its format; null for what has no bytes, or is not
   * handed out.
   */
  contents(): Promise<Readonly<Record<string, string | null>>>;
  /** What is there in one format; `isAnonymous`: asked for without a window. */
  fetch(format: number, options?: { readonly isAnonymous?: boolean }): Promise<string | null | undefined>;
  /** Keeps the clipboard open. */
  hold(ms: number): Promise<void>;
  /** Empties a field and gives it the keyboard, once its program is there. */
  prepare(field: Field): Promise<void>;
  text(field: Field): Promise<string | null>;
  /** Waits until a field holds exactly this. */
  received(text: string, field: Field): Promise<void>;
  /** Stops it from answering until `resume`. */
  pause(): void;
  resume(): void;
}

export async function openClipboardNeighbour(desk: WineDesk): Promise<ClipboardNeighbour> {
  const program = await openCommandProgram<ClipboardCommand>(desk, ["clipboard-program"]);
  const textOf = async (field: Field) => (await tell({ do: "text", ...field })).text;
  const tell = async (command: ClipboardCommand) => clipboardAnswer.parse(await program.command(command));
  return {
    async copy(items) {
      const encoded = items.map(({ data, ...item }) => ({
        ...item,
        data: Buffer.from(data).toString("base64"),
      }));
      await tell({ do: "copy", items: encoded });
    },
    async contents() {
      const { entries } = await tell({ do: "read" });
      return Object.fromEntries(entries.map(({ format, name, data }) => [name || format, data]));
    },
    async fetch(format, { isAnonymous = false } = {}) {
      return (await tell({ do: "fetch", format, isAnonymous })).entries[0]?.data;
    },
    async hold(ms) {
      await tell({ do: "hold", ms });
    },
    async prepare(field) {
      const hasPrepared = () =>
        tell({ do: "prepare", ...field, text: "" }).then(
          () => true,
          () => false,
        );
      await waitFor(`a ${field.control} in a ${field.window}`, hasPrepared);
    },
    text: textOf,
    async received(text, field) {
      let last: string | null = null;
      const hasText = async () => {
        last = await textOf(field);
        return last === text;
      };
      await waitFor(JSON.stringify(text), hasText, { explain: () => `It has ${JSON.stringify(last)}.` });
    },
    pause: program.pause,
    resume: program.resume,
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}
