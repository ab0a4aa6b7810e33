import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { contains, type Rect } from "../../src/core/geometry.ts";
import { type Change, findChanges } from "../../src/imaging/compare.ts";
import { looksLikeTextCursor } from "../../src/imaging/text-cursor.ts";
import { openChromium } from "../support/chromium.ts";
import { frameOf } from "../support/frames.ts";
import { openGtkApp } from "../support/gtk-app.ts";
import { countDifferences, type Picture } from "../support/picture.ts";
import { showInTerminal } from "../support/terminal-program.ts";
import { waitFor } from "../support/wait-for.ts";
import { startXServer, type XServer } from "../support/x-server.ts";

// The judge of pictures has no tool of its own: it looks here at what real programs draw.
const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const size = { width: 800, height: 600 };
const server = resources.use(await startXServer({ size, cursor: false }));
const chromium = resources.use(
  await openChromium(
    server,
    `<input id="field" style="margin: 30px"><br>
    <input type="checkbox" id="box" style="margin: 40px"><br>
    <label style="margin: 40px"><input type="radio" id="choice"> a choice</label><br>
    <button id="button" style="margin: 40px">Save</button><br>
    <span id="count" style="margin: 40px">3 files</span>`,
  ),
);

interface Seen {
  readonly changes: readonly Change[];
  readonly cursors: readonly Change[];
}

/** What changes on the screen between a picture and the next one that is different, once that is drawn in full. */
async function nextChange(screen: XServer, act?: () => Promise<unknown>): Promise<Seen> {
  const before = await drawn(screen, () => true);
  await act?.();
  const after = await drawn(screen, (picture) => countDifferences(before, picture) > 0);
  const [one, other] = [frameOf(before), frameOf(after)];
  const changes = findChanges(one, other);
  return { changes, cursors: changes.filter((change) => looksLikeTextCursor(one, other, change)) };
}

/** The first fitting picture of the screen that is not taken in the middle of being drawn: the next one is the same. */
function drawn(screen: XServer, fits: (picture: Picture) => boolean): Promise<Picture> {
  return waitFor("the screen to be drawn", async () => {
    const picture = await screen.pixels();
    return fits(picture) && countDifferences(picture, await screen.pixels()) === 0 && picture;
  });
}

function isWithin(change: Rect, area: Rect): boolean {
  const { x, y, width, height } = change;
  return contains(area, { x, y }) && contains(area, { x: x + width - 1, y: y + height - 1 });
}

test.each([
  ["box", "box.checked = !box.checked"],
  ["box", "box.checked = !box.checked"],
  ["choice", "choice.checked = true"],
  ["button", "button.disabled = true"],
  ["count", "count.textContent = '4 files'"],
])("of %s: %s is a change, in its place, and no text cursor", async (id, expression) => {
  // Nothing has the keyboard, so nothing blinks.
  await chromium.evaluate(z.null(), "(document.activeElement.blur(), null)");
  const { changes, cursors } = await nextChange(server, () =>
    chromium.evaluate(z.null(), `(${expression}, null)`),
  );
  const area = await chromium.rectangle(`#${id}`);
  expect(changes.length).toBeGreaterThan(0);
  expect(cursors).toEqual([]);
  for (const change of changes) expect(isWithin(change, area)).toBe(true);
});

test("Chromium's caret is a text cursor, and all that changes", async () => {
  await chromium.evaluate(z.null(), "(field.focus(), null)");
  await nextChange(server);
  for (let blink = 0; blink < 2; blink += 1) {
    const { changes, cursors } = await nextChange(server);
    expect([changes.length, cursors.length]).toEqual([1, 1]);
  }
});

test("GTK's caret and the filled cursor of a terminal are text cursors too", async () => {
  await using screen = await startXServer({ size, cursor: false });
  {
    await using app = await openGtkApp(screen);
    await app.command({ entry: "some text" });
    await nextChange(screen);
    const { changes, cursors } = await nextChange(screen);
    expect([changes.length, cursors.length]).toEqual([1, 1]);
  }
  await using _terminal = await showInTerminal(screen, "80x20", "printf 'some text'; exec sleep 1000");
  await nextChange(screen);
  // The window may still be on its way: only then is there another change than the cursor's.
  await waitFor("the terminal's cursor to blink", async () => {
    const { changes, cursors } = await nextChange(screen);
    return changes.length === 1 && cursors.length === 1;
  });
});
