import type { Rect } from "../../../src/core/geometry.ts";
import type { PointerImage } from "../../../src/desktop/port.ts";
import { waitFor } from "../wait-for.ts";
import { openCommandProgram } from "./command-program.ts";
import { type MouseEvent, type PointerShape, type WindowCommand, windowAnswer } from "./window-commands.ts";
import type { WineDesk } from "./wine-desk.ts";

/** A bare window on Windows, which tells what the mouse did on it. */
export interface BareWindow extends AsyncDisposable {
  /** Puts it there, above all others, with nothing done on it yet. In physical pixels. */
  place(area: Rect): Promise<void>;
  /** Waits until the mouse has done so much on it, and tells all of that. */
  received(count: number): Promise<readonly MouseEvent[]>;
  /** Gives the pointer a shape while it is on the window. */
  shapePointer(shape: PointerShape): Promise<void>;
  /** What the pointer looks like, as our own code finds in a program that the pointer belongs to. */
  pointerImage(): Promise<PointerImage>;
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
    shapePointer: async (shape) => void (await program.command({ do: "shape", shape })),
    async pointerImage() {
      const { pointer } = windowAnswer.parse(await program.command({ do: "look" }));
      if (pointer === undefined) throw new Error("The program does not tell what the pointer looks like.");
      return pointer;
    },
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}
