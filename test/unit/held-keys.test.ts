import { expect, test } from "bun:test";
import { GuiAgentError } from "../../src/core/errors.ts";
import { parseChord } from "../../src/core/keys.ts";
import { Input } from "../../src/desktop/input.ts";
import type { Keyboard } from "../../src/desktop/port.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { RecordingDesktop } from "../support/recording-desktop.ts";

/** A desktop that does not take the release of one key. */
class HangingDesktop extends RecordingDesktop {
  override readonly keyboard: Keyboard = {
    typesAnyCharacter: false,
    hasInputMethod: async () => false,
    press: async (key) => void this.events.push(`press ${key}`),
    release: async (key) => {
      this.events.push(`release ${key}`);
      if (key === "a") throw new GuiAgentError("permission_denied", "The screen is locked.");
    },
    sameKeyAs: async () => [],
    type: async () => undefined,
  };
}

test("a key whose release fails keeps none of the others down", async () => {
  const desktop = new HangingDesktop();
  const clock = new ManualClock();
  const chord = new Input(desktop, clock).chord(
    parseChord(["ctrl+shift+a"]),
    0,
    new AbortController().signal,
  );
  chord.catch(() => undefined);
  await clock.advance(1_000);
  await expect(chord).rejects.toThrow("The screen is locked.");
  expect(desktop.events.slice(3)).toEqual(["release a", "release shift", "release ctrl"]);
});
