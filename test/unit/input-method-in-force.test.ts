import { expect, test } from "bun:test";
import { Input } from "../../src/desktop/input.ts";
import { TextInput } from "../../src/desktop/text-input.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { RecordingDesktop } from "../support/recording-desktop.ts";

test.each([
  { method: "auto", isSecret: false, events: ["lend short", "restore"] },
  { method: "auto", isSecret: true, events: ["type short"] },
  { method: "keys", isSecret: false, events: ["type short"] },
  { method: "paste", isSecret: false, events: ["lend short", "restore"] },
] as const)(
  "while an input method is in force, $method, a secret: $isSecret",
  async ({ method, isSecret, events }) => {
    const desktop = new RecordingDesktop();
    const clock = new ManualClock();
    const { clipboard, windows } = desktop;
    const keyboard = { ...desktop.keyboard, hasInputMethod: async () => true };
    const typing = new TextInput({ clipboard, windows, keyboard }, new Input(desktop, clock)).type(
      "short",
      { method, isSecret },
      new AbortController().signal,
    );
    await clock.advance(1_000);
    await typing;
    expect(desktop.events).toEqual([...events]);
  },
);
