import type { Rect } from "../../../src/core/geometry.ts";
import { waitFor } from "../wait-for.ts";
import { openCommandProgram } from "./command-program.ts";
import { type MouseEvent, type WindowCommand, windowAnswer } from "./window-commands.ts";
import type { WineDesk } from "./wine-desk.ts";

/** A bare window on Windows, which tells what the mouse did on it. */
export interface BareWindow extends AsyncDisposable {
  /** Puts it there, above all others, with nothing done on it yet. In physical pixels. */
  place(area: Rect): Promise<void>;
  /** Waits until the mouse has done so much on it, and tells all of that. */
  received(count: number): Promise<readonly MouseEvent[]>;
}

export async function openBareWindow(desk: WineDesk): Promise<BareWindow> {
  const program = await openCommandProgram<WindowCommand>(desk, ["window-program"]);
  return {
    place: async (area) => void (await program.command({ do: "place", ...area })),
    async received(count) {
      const all: MouseEvent[] = [];
      await waitFor(
        `${count} things that the mouse does`,
        async () => {
          all.push(...windowAnswer.parse(await program.command({ do: "events" })).events);
          return all.length >= count;
        },
        { explain: () => `There were: ${JSON.stringify(all)}` },
      );
      return all;
    },
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}
