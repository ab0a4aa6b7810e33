import { z } from "zod";
import { openChromium } from "./chromium.ts";
import { openGtkApp } from "./gtk-app.ts";
import { openQtApp } from "./qt-app.ts";
import type { ToolClient } from "./tool-client.ts";
import type { XServer } from "./x-server.ts";
import { openXterm } from "./xterm.ts";

/** A program whose text field has the keyboard. */
export interface TextProgram extends AsyncDisposable {
  /** Empties the field. */
  clear(): Promise<void>;
  /** What the field has received after all input so far: a key that comes last shows that nothing comes after it. */
  received(): Promise<string>;
}

export interface TextProgramKind {
  readonly name: string;
  open(server: XServer, agent: ToolClient): Promise<TextProgram>;
  /** What it makes of a line break. */
  readonly lineBreak: string;
}

/** The toolkits that most programs are made with, and a terminal, each with its own way of pasting. */
export const textPrograms: readonly TextProgramKind[] = [
  { name: "GTK", open: openGtkText, lineBreak: "\n" },
  { name: "Qt", open: openQtText, lineBreak: "\n" },
  { name: "Chromium", open: openChromiumText, lineBreak: "\n" },
  { name: "xterm", open: openXtermText, lineBreak: "\r" },
];

async function openGtkText(server: XServer, agent: ToolClient): Promise<TextProgram> {
  const app = await openGtkApp(server);
  return {
    async clear() {
      await app.command({ focus: "text", text: "" });
      app.events.clear();
    },
    async received() {
      await agent.call("gui_press_key", { key: "F8" });
      return (await app.stateAfterF8()).text;
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

async function openQtText(server: XServer, agent: ToolClient): Promise<TextProgram> {
  const app = await openQtApp(server);
  return {
    clear: app.clear,
    async received() {
      await agent.call("gui_press_key", { key: "F8" });
      return await app.textAfterF8();
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

async function openChromiumText(server: XServer, agent: ToolClient): Promise<TextProgram> {
  const page = await openChromium(server, `<p>Text:</p><textarea id="field" autofocus></textarea>`);
  return {
    async clear() {
      await page.evaluate(z.null(), `void (field.value = "", field.focus())`);
      page.events.clear();
    },
    async received() {
      await agent.call("gui_press_key", { key: "F8" });
      await page.untilF8();
      return await page.value("#field");
    },
    [Symbol.asyncDispose]: () => page[Symbol.asyncDispose](),
  };
}

async function openXtermText(server: XServer, agent: ToolClient): Promise<TextProgram> {
  const terminal = await openXterm(server);
  return {
    clear: terminal.clear,
    async received() {
      await agent.call("gui_press_key", { key: "end" });
      return await terminal.typedBeforeEnd();
    },
    [Symbol.asyncDispose]: () => terminal[Symbol.asyncDispose](),
  };
}
