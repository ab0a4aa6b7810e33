import { describe, expect, test } from "bun:test";
import { keepCoresBusy } from "../support/busy-cores.ts";
import { clipboardContents, textItems } from "../support/clipboard-contents.ts";
import { openClipboardOwner } from "../support/clipboard-owner.ts";
import { openClipboardReader } from "../support/clipboard-reader.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { textPrograms } from "../support/text-programs.ts";
import { layouts, worldTexts } from "../support/typing.ts";
import { startXServer } from "../support/x-server.ts";

const runs = 40;
const texts = Object.entries(worldTexts);

describe.each(textPrograms)("with both cores busy, $name", ({ open, lineBreak }) => {
  test(`takes ${runs} of ${runs} texts exactly, and the clipboard is as before`, async () => {
    await using resources = new AsyncDisposableStack();
    const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
    const agent = resources.use(await startGuiAgent({ display: server.display }));
    const owner = resources.use(await openClipboardOwner(server));
    const reader = resources.use(await openClipboardReader(server));
    const program = resources.use(await open(server, agent));
    await owner.own(textItems("marked somewhere"), "PRIMARY");
    const marked = await reader.read("PRIMARY");
    resources.use(keepCoresBusy());
    for (let run = 0; run < runs; run += 1) {
      const [language, text] = texts[run % texts.length] ?? ["", ""];
      const { name, items } = clipboardContents[
        Math.floor(run / texts.length) % clipboardContents.length
      ] ?? {
        name: "",
        items: [],
      };
      const label = `run ${run}: ${language} over ${name}`;
      if (run % 10 === 0) await server.setLayout(layouts[run / 10] ?? "us");
      // Every other run finds what gui-agent itself has put back.
      if ((run % texts.length) % 2 === 0) await owner.own(items);
      const before = await reader.read();
      await program.clear();
      expect([label, await agent.call("gui_type", { text })]).toMatchObject([label, { method: "paste" }]);
      expect([label, await program.received()]).toEqual([label, text.replaceAll("\n", lineBreak)]);
      expect([label, await reader.read()]).toEqual([label, before]);
      expect([label, await reader.read("PRIMARY")]).toEqual([label, marked]);
    }
  });
});
