import { expect, test } from "bun:test";
import { Input } from "../../src/desktop/input.ts";
import { TextInput } from "../../src/desktop/text-input.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { RecordingDesktop } from "../support/recording-desktop.ts";

const ascii = "correct horse ".repeat(4);
const other = "pässwörd 密码";

test.each([
  { typesAnyCharacter: true, isSecret: true, text: other, events: [`type ${other}`] },
  { typesAnyCharacter: true, isSecret: true, text: ascii, events: [`type ${ascii}`] },
  { typesAnyCharacter: false, isSecret: true, text: ascii, events: [`type ${ascii}`] },
  { typesAnyCharacter: false, isSecret: true, text: other, events: [`lend ${other}`, "restore"] },
  { typesAnyCharacter: true, isSecret: false, text: other, events: [`lend ${other}`, "restore"] },
  { typesAnyCharacter: true, isSecret: false, text: ascii, events: [`lend ${ascii}`, "restore"] },
])(
  "keys that write any character: $typesAnyCharacter, a secret: $isSecret, $text",
  async ({ typesAnyCharacter, isSecret, text, events }) => {
    const desktop = new RecordingDesktop();
    const clock = new ManualClock();
    const { clipboard, windows } = desktop;
    const keyboard = { ...desktop.keyboard, typesAnyCharacter };
    const typing = new TextInput({ clipboard, windows, keyboard }, new Input(desktop, clock)).type(
      text,
      { method: "auto", isSecret },
      new AbortController().signal,
    );
    await clock.advance(1_000);
    await typing;
    expect(desktop.events).toEqual([...events]);
  },
);
