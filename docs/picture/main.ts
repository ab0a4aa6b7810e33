/**
 * `bun build.ts && bun docs/picture/main.ts`: makes docs/images/at-work.png, the picture in the
 * README, from a run of the compiled program. Every call and every answer in it is what was really
 * sent and received; the run fails when the form did not take what was put in.
 */
import { join } from "node:path";
import { z } from "zod";
import { startGuiAgent } from "../../test/support/gui-agent.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { answerSelector, fields, guestRange, knobWidth } from "./booking-form.ts";
import { openPictureDesktop, type PictureDesktop, type Rectangle } from "./desktop.ts";
import { Recorder } from "./recorder.ts";
import { renderSheet } from "./render.ts";
import { sheet } from "./sheet.ts";

const outfile = join(import.meta.dir, "..", "images", "at-work.png");

const wanted = {
  name: "Ada Lovelace",
  telephone: "020 7946 0018",
  guests: 7,
  wishes: "by the window",
} as const;
const confirmation = `Booked for ${wanted.name} (${wanted.telephone}): ${wanted.guests} guests, ${wanted.wishes}.`;

await using desktop = await openPictureDesktop();
await using agent = await startGuiAgent({ display: desktop.display });
const recorder = new Recorder(agent);
await fillIn(desktop, recorder);
await renderSheet(sheet(recorder.calls), outfile);
process.stdout.write(`${outfile} ${Math.round(Bun.file(outfile).size / 1000)} KB\n`);

async function fillIn({ rectangle, page }: PictureDesktop, recorder: Recorder): Promise<void> {
  const look = () => recorder.call("gui_screenshot", { format: "png" });
  const clickOn = async (selector: string) => {
    const { x, y, width, height } = await rectangle(selector);
    // Towards the right, where the numbers in the picture do not hide what is typed.
    await recorder.call("gui_click", { x: Math.round(x + width * 0.86), y: Math.round(y + height / 2) });
  };
  await look();
  await clickOn(fields.name);
  await recorder.call("gui_type", { text: wanted.name });
  await recorder.call("gui_press_key", { key: "tab" });
  await recorder.call("gui_type", { text: wanted.telephone });
  await dragKnob(await rectangle(fields.guests), recorder);
  await clickOn(fields.wishes);
  await recorder.call("gui_type", { text: wanted.wishes });
  await clickOn(fields.book);
  const answer = () => page.evaluate(z.string(), `document.querySelector("${answerSelector}").textContent`);
  await waitFor("the form's answer", async () => (await answer()) === confirmation);
  await look();
}

async function dragKnob({ x, y, width, height }: Rectangle, recorder: Recorder): Promise<void> {
  const place = (value: number) => {
    const share = (value - guestRange.min) / (guestRange.max - guestRange.min);
    return Math.round(x + knobWidth / 2 + share * (width - knobWidth));
  };
  const middle = Math.round(y + height / 2);
  await recorder.call("gui_drag", {
    startX: place(2),
    startY: middle,
    endX: place(wanted.guests),
    endY: middle,
  });
}
