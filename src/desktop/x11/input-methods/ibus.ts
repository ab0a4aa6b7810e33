import type { Framework } from "./framework.ts";
import { shortAnswer } from "./short-answer.ts";

/**
 * With an engine, `ibus` also loads the layout that belongs to it, by way of `setxkbmap`: the user's own would
 * be lost. On this path it finds none, and says so after it has chosen the engine.
 */
const withoutPrograms = { PATH: "/nonexistent" };

/** IBus, as GNOME has it: one for a display, and as a rule one engine for all windows. */
export function ibusOn(display: string): Framework {
  const env = { DISPLAY: display };
  const choose = async (name: string): Promise<void> => {
    await shortAnswer(["ibus", "engine", name], { ...env, ...withoutPrograms });
  };
  return {
    server: "ibus",
    current: async () => (await shortAnswer(["ibus", "engine"], env)) || undefined,
    isKeyboard: (name) => name.startsWith("xkb:"),
    chooseKeyboard: () => choose("xkb:us::eng"),
    choose,
  };
}
