import { join } from "node:path";
import { z } from "zod";
import { startChild } from "./child.ts";
import type { EventLog } from "./event-log.ts";
import { type PageEvent, type PageServer, servePage } from "./page-server.ts";
import { programEnvironment, systemPath } from "./program-environment.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { waitFor } from "./wait-for.ts";
import type { XServer } from "./x-server.ts";

/** A browser on a loaded machine takes its time to start. */
const startDeadlineMs = 60_000;

const flags = [
  "--no-sandbox",
  "--test-type",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-dev-shm-usage",
  "--disable-extensions",
  "--disable-features=Translate,MediaRouter,OptimizationHints",
  "--disable-gpu",
  // An animated scroll would go on into the next test.
  "--disable-smooth-scrolling",
  "--disable-sync",
  "--force-device-scale-factor=1",
  "--lang=en-US",
  "--ozone-platform=x11",
  "--password-store=basic",
];

const geometry = z.object({
  focused: z.boolean(),
  inner: z.tuple([z.number(), z.number()]),
  outer: z.tuple([z.number(), z.number()]),
  screen: z.tuple([z.number(), z.number()]),
  ratio: z.number(),
  painted: z.boolean(),
});
const geometryExpression = `({
  focused: document.hasFocus(),
  inner: [innerWidth, innerHeight],
  outer: [outerWidth, outerHeight],
  screen: [screen.width, screen.height],
  ratio: devicePixelRatio,
  painted: performance.getEntriesByName("first-contentful-paint").length > 0,
})`;

const rectangle = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

export interface Chromium extends AsyncDisposable {
  /** What the page has received, oldest first. */
  readonly events: EventLog<PageEvent>;
  readonly evaluate: PageServer["evaluate"];
  /** Where an element is, in root pixels. */
  rectangle(selector: string): Promise<z.infer<typeof rectangle>>;
  /** The contents of a field. */
  value(selector: string): Promise<string>;
  /** Waits until the page has received F8, and with it every key before that. */
  untilF8(): Promise<void>;
  /** Stops the browser from reacting until `resume`; its pages go on. */
  pause(): void;
  resume(): void;
}

/** Chromium with a page over the whole screen, which must be a single monitor, and with the keyboard. */
export async function openChromium(server: XServer, body: string): Promise<Chromium> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const page = resources.use(servePage(body));
  const browser = resources.use(
    // Full screen: the page's own coordinates are then the screen's.
    startChild(chromiumCommand(folder.path, ["--kiosk", `--app=${page.url}`]), {
      env: programEnvironment(folder.path, server.display),
    }),
  );
  const ready = waitForFullScreen(page);
  await Promise.race([ready, browser.untilItDies()]);
  page.events.clear();

  const owned = resources.move();
  const quote = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`;
  return {
    events: page.events,
    evaluate: page.evaluate,
    rectangle: (selector) => page.evaluate(rectangle, `${quote(selector)}.getBoundingClientRect().toJSON()`),
    value: (selector) => page.evaluate(z.string(), `${quote(selector)}.value`),
    async untilF8() {
      await page.events.waitFor("F8", ({ type, key }) => type === "keyup" && key === "F8");
    },
    pause: () => void process.kill(browser.pid, "SIGSTOP"),
    resume: () => void process.kill(browser.pid, "SIGCONT"),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/**
 * Only a page that covers the whole screen without any frame has its origin at the screen's own, so
 * that element rectangles are exact screen pixels. And until it has painted something (some text,
 * say), Chromium silently drops all input.
 */
async function waitForFullScreen(page: PageServer): Promise<void> {
  await waitFor("the page to connect", () => page.connected(), { deadlineMs: startDeadlineMs });
  let last: z.infer<typeof geometry> | undefined;
  const isReady = async () => {
    last = await page.evaluate(geometry, geometryExpression);
    const { focused, inner, outer, screen, ratio, painted } = last;
    const covers = ratio === 1 && Bun.deepEquals(inner, screen) && Bun.deepEquals(outer, screen);
    return focused && painted && covers;
  };
  await waitFor("the page to cover the screen, to be painted and to have the keyboard", isReady, {
    deadlineMs: startDeadlineMs,
    explain: () => JSON.stringify(last),
  });
}

/** The command that starts Chromium quietly, with a profile of its own in a folder. */
export function chromiumCommand(folder: string, more: readonly string[]): readonly string[] {
  return [chromiumProgram(), ...flags, `--user-data-dir=${join(folder, "profile")}`, ...more];
}

function chromiumProgram(): string {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const found = names.map((name) => Bun.which(name, { PATH: systemPath })).find((path) => path !== null);
  if (found === undefined) throw new Error(`None of these browsers is installed: ${names.join(", ")}.`);
  return found;
}
