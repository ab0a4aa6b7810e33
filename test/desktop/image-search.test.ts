import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import type { Rect } from "../../src/core/geometry.ts";
import { openChromium } from "../support/chromium.ts";
import { findImage } from "../support/found-image.ts";
import { openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { countDifferences, crop, type Picture } from "../support/picture.ts";
import { pictureOf } from "../support/screenshot.ts";
import { toPng } from "../support/templates.ts";
import { waitFor } from "../support/wait-for.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const size = { width: 1000, height: 700 };
const server = resources.use(await startXServer({ size, cursor: false }));
const agent = resources.use(await startGuiAgent({ display: server.display }));

const star = (left: number, top: number) =>
  `<svg viewBox="0 0 24 24" width="40" height="40" style="position: absolute; left: ${left}px; top: ${top}px">
    <path fill="#c0392b" stroke="#222" d="M12 1l3 8h8l-6 5 2 9-7-5-7 5 2-9-6-5h8z"/></svg>`;
const starPlaces = [
  { x: 100, y: 400 },
  { x: 157, y: 400 },
  { x: 641, y: 533 },
];
const button = (id: string, label: string, left: number, style: string) =>
  `<button id="${id}" style="position: absolute; left: ${left}px; top: 60px; ${style}">${label}</button>`;
const blue = "background: #2980b9; color: white; border: 0; padding: 8px 20px; font: 15px sans-serif";
const chromium = resources.use(
  await openChromium(
    server,
    `<style>:disabled { opacity: 0.5 } #stripes { position: absolute; left: 600px; top: 500px; width: 200px; height: 140px;
      background: repeating-linear-gradient(45deg, #fff 0 9px, #7ab 9px 18px) }</style>
    <div id="stripes"></div>${starPlaces.map(({ x, y }) => star(x, y)).join("")}
    ${button("plain", "Save all", 60, "")}${button("blue", "Send all", 260, blue)}${button("press", "Go", 460, "")}
    <div id="message" style="position: absolute; left: 100px; top: 200px; font: 24px serif"></div>
    <script>press.onclick = () => { setTimeout(() => { message.textContent = "All has been saved"; }, 300); }</script>`,
  ),
);

/** What an area looks like now, exactly, as a template. */
async function cut(area: Rect): Promise<string> {
  const region = wholePixels(area);
  return toPng(await pictureOf(await agent.callRaw("gui_screenshot", { region, format: "png" })));
}

function wholePixels({ x, y, width, height }: Rect): Rect {
  return { x: Math.floor(x), y: Math.floor(y), width: Math.ceil(width), height: Math.ceil(height) };
}

async function cutElement(selector: string): Promise<string> {
  return cut(await chromium.rectangle(selector));
}

const setDisabled = (id: string, disabled: boolean) =>
  chromium.evaluate(z.null(), `(${id}.disabled = ${disabled}, null)`);

test("a click at the center of what was found presses it", async () => {
  const base64 = await cutElement("#blue");
  const result = await findImage(agent, { templateImage: `data:image/png;base64,${base64}` });
  if (!result.found) throw new Error("It was not found.");
  expect(result.confidence).toBeGreaterThan(0.99);
  chromium.events.clear();
  await agent.call("gui_click", result.center);
  await chromium.events.waitFor("the click", ({ type, target }) => type === "click" && target === "blue");
  await agent.call("gui_move_mouse", { x: 900, y: 300 });
});

test("base64 is taken as programs write it: in lines, with spaces around, as a data URL in capitals", async () => {
  const base64 = await cutElement("#blue");
  const lines = base64.replace(/.{76}/g, "$&\r\n");
  for (const templateImage of [`\n ${lines} \n`, ` \u00a0DATA:image/png;BASE64, ${base64}`]) {
    expect((await findImage(agent, { templateImage })).found).toBe(true);
  }
});

test("all places are listed, with what is transparent in the template left out of account", async () => {
  const screen = await server.pixels();
  // Of the third, stripes show around the star: they are not what is looked for.
  const template = crop(screen, { x: 100, y: 400, width: 40, height: 40 });
  const isInk = (x: number, y: number) => {
    const [red = 255, green = 255, blue = 255] = template.rgb.subarray((y * 40 + x) * 3);
    return Math.min(red, green, blue) < 100 ? 255 : 0;
  };
  const result = await findImage(agent, { templateImage: await toPng(template, isInk), all: true });
  const places = result.matches?.map(({ region: { x, y } }) => ({ x, y })) ?? [];
  expect(places.toSorted((one, other) => one.x - other.x)).toEqual(starPlaces);
  const confidences = result.matches?.map(({ confidence }) => confidence) ?? [];
  expect(confidences).toEqual(confidences.toSorted((one, other) => other - one));
});

/** Changes something, and waits until an area looks different: programs draw after they have answered. */
async function drawnAnew(area: Rect, change: () => Promise<unknown>): Promise<void> {
  const before = await server.pixels();
  await change();
  await waitFor("the area to be drawn anew", async () => {
    const now = await server.pixels();
    return countDifferences(crop(before, area), crop(now, area)) > 0;
  });
}

interface DisablableButton {
  readonly name: string;
  cut(): Promise<string>;
  disable(disabled: boolean): Promise<unknown>;
}

const chromiumButton = (id: string): DisablableButton => ({
  name: `${id} button of Chromium`,
  cut: () => cutElement(`#${id}`),
  disable: async (disabled) => {
    const area = wholePixels(await chromium.rectangle(`#${id}`));
    await drawnAnew(area, () => setDisabled(id, disabled));
  },
});

async function expectTold({ cut, disable }: DisablableButton): Promise<void> {
  const enabled = await cut();
  await disable(true);
  const disabled = await cut();
  expect(await findImage(agent, { templateImage: enabled })).toEqual({ found: false });
  expect((await findImage(agent, { templateImage: disabled })).found).toBe(true);
  await disable(false);
  expect(await findImage(agent, { templateImage: disabled })).toEqual({ found: false });
  expect((await findImage(agent, { templateImage: enabled })).found).toBe(true);
}

test.each([chromiumButton("plain"), chromiumButton("blue")])(
  "a disabled button is not taken for an enabled one, nor the other way round: $name",
  expectTold,
);

test("the same in GTK", async () => {
  await using app = await openGtkApp(server);
  const { rectangles } = await app.command({ focus: "entry" });
  const { button } = rectangles;
  if (button === undefined) throw new Error("There is no button.");
  // A window that gets the keyboard fades into its brighter colours.
  await agent.call("gui_wait", { untilStable: true });
  await expectTold({
    name: "button of GTK",
    cut: () => cut(button),
    disable: async (disabled) => {
      await drawnAnew(button, () => app.command({ sensitive: !disabled }));
      await agent.call("gui_wait", { untilStable: true });
    },
  });
});

test.each([0.8, 1.25])(
  "a template from a screen of another scale (%d) is found at the size it has here",
  async (scale) => {
    const base64 = await cutElement("#blue");
    const { x, y, width, height } = await chromium.rectangle("#blue");
    const size = [Math.round(width * scale), Math.round(height * scale)] as const;
    const image = new Bun.Image(Buffer.from(base64, "base64")).resize(...size).png();
    const result = await findImage(agent, { templateImage: await image.toBase64() });
    if (!result.found) throw new Error("It was not found.");
    expect(Math.abs(result.center.x - (x + width / 2))).toBeLessThanOrEqual(2);
    expect(Math.abs(result.center.y - (y + height / 2))).toBeLessThanOrEqual(2);
    expect(Math.abs(result.region.width - width)).toBeLessThanOrEqual(6);
  },
);

describe("a template that cannot be searched for is refused with the reason:", () => {
  const plain = (width: number, height: number): Picture => ({
    width,
    height,
    rgb: new Uint8Array(width * height * 3).fill(200),
  });

  test.each([
    ["an even area", () => toPng(plain(60, 40)), "even"],
    ["a tiny one", () => toPng(plain(7, 40)), "8×8"],
    ["one that is transparent", () => toPng(plain(40, 40), () => 0), "opaque"],
    [
      "one that is larger than the screen",
      async () => toPng(crop(repeat(await server.pixels()), { x: 0, y: 400, width: 1001, height: 40 })),
      "1000×700",
    ],
    ["a path", async () => "/home/me/picture.png", "base64"],
    ["no image", async () => Buffer.from("no image at all").toString("base64"), "PNG"],
    ["half a PNG", async () => half((await imageOfButton()).png()), "ends early"],
    ["half a JPEG", async () => half((await imageOfButton()).jpeg()), "ends early"],
    ["half a WebP", async () => half((await imageOfButton()).webp()), "ends early"],
    [
      "an animation",
      async () => animation(await (await imageOfButton()).webp({ lossless: true }).bytes()),
      "animation",
    ],
  ])("%s", async (_name, make, mention) => {
    const { code, message, remedy } = await agent.callFailing("gui_find_image", {
      templateImage: await make(),
    });
    expect(code).toBe("invalid_input");
    expect(`${message} ${remedy}`).toContain(mention);
  });

  // There are no such pixels in these files: decoding them would fail for another reason.
  test.each([
    ["larger than the screen", 3000, "invalid_input", "3000×3000"],
    ["huge", 10_000, "limit_exceeded", "pixels"],
  ])("one that claims to be %s, before it is decoded", async (_name, edge, expected, mention) => {
    const file = Buffer.from(await toPng(plain(40, 40)), "base64");
    // The header's width and height, and its checksum.
    file.writeUInt32BE(edge, 16);
    file.writeUInt32BE(edge, 20);
    file.writeUInt32BE(Bun.hash.crc32(file.subarray(12, 29)), 29);
    const { code, message } = await agent.callFailing("gui_find_image", {
      templateImage: file.toString("base64"),
    });
    expect(code).toBe(expected);
    expect(message).toContain(mention);
  });
});

async function imageOfButton(): Promise<Bun.Image> {
  return new Bun.Image(Buffer.from(await cutElement("#blue"), "base64"));
}

async function half(image: Bun.Image): Promise<string> {
  const file = await image.bytes();
  return Buffer.from(file.subarray(0, file.length / 2)).toString("base64");
}

/** A WebP of one picture made into one that could hold more of them. */
function animation(webp: Uint8Array): string {
  const chunk = (type: string, ...content: Uint8Array[]) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(Buffer.concat(content).length);
    return Buffer.concat([Buffer.from(type), length, ...content]);
  };
  const isAnimated = 0x02;
  const picture = webp.subarray(12);
  const chunks = [
    chunk("VP8X", Buffer.from([isAnimated, 0, 0, 0, 99, 0, 0, 39, 0, 0])),
    chunk("ANIM", Buffer.alloc(6)),
    chunk("ANMF", Buffer.alloc(16), picture),
  ];
  return chunk("RIFF", Buffer.from("WEBP"), ...chunks).toString("base64");
}

/** The picture beside itself. */
function repeat({ width, height, rgb }: Picture): Picture {
  const twice = new Uint8Array(rgb.length * 2);
  for (let row = 0; row < height; row += 1) {
    const line = rgb.subarray(row * width * 3, (row + 1) * width * 3);
    twice.set(line, row * width * 6);
    twice.set(line, row * width * 6 + width * 3);
  }
  return { width: width * 2, height, rgb: twice };
}

describe("waiting for an image", () => {
  const waitOutput = z.object({ found: z.boolean(), elapsed: z.number() });
  const auditLog = z.object({
    entries: z.array(z.object({ operation: z.string(), outcome: z.string() })),
  });

  const messageArea = { x: 100, y: 200, width: 300, height: 24 };
  const say = (text: string) =>
    drawnAnew(messageArea, () => chromium.evaluate(z.null(), `(message.textContent = "${text}", null)`));

  test("ends when it appears, and tells where", async () => {
    await say("All has been saved");
    const base64 = await cutElement("#message");
    const { x, y } = await chromium.rectangle("#message");
    await say("");
    expect((await findImage(agent, { templateImage: base64 })).found).toBe(false);
    const waiting = agent.call("gui_wait_for_image", { templateImage: base64, timeout: 60_000 });
    await agent.call("gui_click", await middle("#press"));
    expect(await waiting).toMatchObject({ found: true, region: { x, y } });
    expect(await agent.call("gui_wait_for_image", { templateImage: base64, timeout: 0 })).toMatchObject({
      found: true,
    });
  });

  test("ends without it when the time is over", async () => {
    const base64 = await cutElement("#message");
    await say("");
    const result = waitOutput.parse(
      await agent.call("gui_wait_for_image", { templateImage: base64, timeout: 250 }),
    );
    expect(result.found).toBe(false);
    expect(result.elapsed).toBeGreaterThanOrEqual(250);
  });

  test("ends at once when it is cancelled", async () => {
    await using leaving = await agent.connect();
    const base64 = await cutElement("#blue");
    const { disable } = chromiumButton("blue");
    await disable(true);
    const cancel = new AbortController();
    const call = leaving.client.callTool(
      { name: "gui_wait_for_image", arguments: { templateImage: base64, timeout: 600_000 } },
      undefined,
      { signal: cancel.signal },
    );
    cancel.abort();
    expect(await call.catch(String)).toContain("abort");
    await disable(false);
    // Giving up takes the client no time; the server hears of it a moment later.
    await waitFor("the call to be recorded as cancelled", async () => {
      const { entries } = auditLog.parse(await agent.readResource("gui://audit-log"));
      const waits = entries.filter(({ operation }) => operation === "gui_wait_for_image");
      return waits.at(-1)?.outcome === "cancelled";
    });
  });

  async function middle(selector: string) {
    const { x, y, width, height } = await chromium.rectangle(selector);
    return { x: x + width / 2, y: y + height / 2 };
  }
});

test("the record has a template's size and not its picture", async () => {
  const base64 = await cutElement("#blue");
  await findImage(agent, { templateImage: base64 });
  const record = JSON.stringify(await agent.readResource("gui://audit-log"));
  expect(record).not.toContain(base64.slice(0, 30));
  expect(record).toContain(`[${Buffer.from(base64, "base64").length} bytes]`);
});
