import type { z } from "zod";
import { openCommandProgram } from "./command-program.ts";
import { type LendingCommand, lendingAnswer } from "./lending-commands.ts";
import type { WineDesk } from "./wine-desk.ts";

type Answer = z.infer<typeof lendingAnswer>;

/** Lends with gui-agent's clipboard, step by step. What fails is told in the answer. */
export interface Lender extends AsyncDisposable {
  read(options?: { readonly cancelAfterMs?: number }): Promise<Answer>;
  write(text: string, isSecret?: boolean): Promise<Answer>;
  lend(text: string): Promise<Answer>;
  /** Presses the keys to paste. */
  press(): Promise<Answer>;
  untilPasted(timeoutMs?: number): Promise<Answer>;
  putBack(): Promise<Answer>;
  /** All of it: what came of the paste, or why there was none. */
  paste(text: string): Promise<Answer>;
  /** Ends the program as gui-agent ends; the next command starts it again. */
  end(): Promise<void>;
}

const sources = ["lending-program", "src/desktop/win32/clipboard/clipboard-thread.ts"] as const;
const longMs = 10_000;

export async function openLender(desk: WineDesk): Promise<Lender> {
  const program = await openCommandProgram<LendingCommand>(desk, sources);
  const tell = async (command: LendingCommand) => lendingAnswer.parse(await program.command(command));
  const lend = (text: string) => tell({ do: "lend", text });
  const untilPasted = (timeoutMs = longMs) => tell({ do: "await", timeoutMs });
  const putBack = () => tell({ do: "putBack" });
  return {
    read: (options = {}) => tell({ do: "read", ...options }),
    write: (text, isSecret = false) => tell({ do: "write", text, isSecret }),
    lend,
    press: () => tell({ do: "press" }),
    untilPasted,
    putBack,
    async paste(text) {
      const lent = await lend(text);
      if (lent.error !== undefined) return lent;
      await tell({ do: "press" });
      const pasted = await untilPasted();
      const back = await putBack();
      return back.error === undefined ? pasted : back;
    },
    async end() {
      await tell({ do: "end" });
      await program.restart();
    },
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}
