import type { Framework } from "./framework.ts";
import { shortAnswer } from "./short-answer.ts";

/** Of Fcitx 5 and of Fcitx 4, which take the same parameters. The one that does not run does not answer. */
const programs = ["fcitx5-remote", "fcitx-remote"] as const;

/** Fcitx 5 and 4. An input method is in force for a window; what is asked and told is of the one that has the keyboard. */
export const fcitx: Framework = {
  server: "fcitx",
  // Not the state, whether one is active: the first of the user's list counts as none, also where it is no keyboard.
  current: async () => (await remote("-n")) || undefined,
  isKeyboard: (name) => /^(?:fcitx-)?keyboard-/.test(name),
  chooseKeyboard: async () => void (await remote("-c")),
  choose: async (name) => void (await remote("-s", name)),
};

async function remote(...parameters: readonly string[]): Promise<string | undefined> {
  for (const program of programs) {
    const answer = await shortAnswer([program, ...parameters]);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
