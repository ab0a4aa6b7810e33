import { afterAll, describe, expect, test } from "bun:test";
import { atom } from "../../src/desktop/x11/window-properties.ts";
import { openClipboardReader } from "../support/clipboard-reader.ts";
import { openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { type Answer, openRawOwner, type RawOwnerOptions } from "../support/raw-owner.ts";
import { openRawRequestor } from "../support/raw-selection.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
const long = "long ".repeat(200_000);

describe("what gui-agent has copied (ICCCM, section 2)", () => {
  test("several targets can be asked for at once, and those that it lacks are refused", async () => {
    await agent.call("gui_clipboard_write", { text: "käse" });
    using program = await openRawRequestor(server);
    const number = (name: string) => atom(program.session, name);
    const [utf8, latin1, picture] = await Promise.all([
      number("UTF8_STRING"),
      number("STRING"),
      number("image/png"),
    ]);
    const [one, two, three, pairs] = await Promise.all(["ONE", "TWO", "THREE", "PAIRS"].map(number));
    await program.write("PAIRS", "ATOM_PAIR", [utf8, one ?? 0, picture, two ?? 0, latin1, three ?? 0]);
    expect(await program.ask("MULTIPLE", "PAIRS")).toMatchObject({ property: pairs });
    const { data } = await program.read("PAIRS");
    expect([...new Uint32Array(data.buffer, data.byteOffset, 6)]).toEqual([
      ...[utf8, one ?? 0],
      ...[picture, 0],
      ...[latin1, three ?? 0],
    ]);
    expect((await program.read("ONE")).data.toString("utf8")).toBe("käse");
    expect((await program.read("TWO")).type).toBe(0);
    expect((await program.read("THREE")).data.toString("latin1")).toBe("käse");
  });

  test("a target that it lacks is refused", async () => {
    await agent.call("gui_clipboard_write", { text: "käse" });
    using program = await openRawRequestor(server);
    expect(await program.ask("image/png", "ANSWER")).toMatchObject({ property: 0 });
  });

  test("text is not offered as Latin-1 where that cannot hold it", async () => {
    await agent.call("gui_clipboard_write", { text: "奶酪" });
    using program = await openRawRequestor(server);
    expect(await program.ask("STRING", "ANSWER")).toMatchObject({ property: 0 });
  });

  test("it tells since when it has it", async () => {
    using program = await openRawRequestor(server);
    const since = async () => {
      await program.ask("TIMESTAMP", "ANSWER");
      return (await program.read("ANSWER")).data.readUInt32LE(0);
    };
    await agent.call("gui_clipboard_write", { text: "one" });
    const first = await since();
    await agent.call("gui_clipboard_write", { text: "two" });
    expect(first).toBeGreaterThan(0);
    expect(await since()).toBeGreaterThan(first);
  });

  test("very old programs, which name no property, are answered", async () => {
    await agent.call("gui_clipboard_write", { text: "käse" });
    using program = await openRawRequestor(server);
    const { property } = await program.ask("UTF8_STRING", "");
    expect(property).toBe(await atom(program.session, "UTF8_STRING"));
    expect((await program.read("UTF8_STRING")).data.toString("utf8")).toBe("käse");
  });

  test("a program that goes while it fetches a long text keeps nobody else from it", async () => {
    await agent.call("gui_clipboard_write", { text: long });
    {
      using program = await openRawRequestor(server);
      await program.ask("UTF8_STRING", "ANSWER");
      const { type } = await program.read("ANSWER");
      expect(type).toBe(await atom(program.session, "INCR"));
    }
    await using reader = await openClipboardReader(server);
    expect((await reader.read()).targets.UTF8_STRING?.bytes).toBe(long.length);
  });

  test("a program that asks again in the middle of a long text gets it from the start", async () => {
    await agent.call("gui_clipboard_write", { text: long });
    using program = await openRawRequestor(server);
    for (let round = 0; round < 2; round += 1) {
      await program.ask("UTF8_STRING", "ANSWER");
      const { data } = await program.read("ANSWER");
      expect(data.readUInt32LE(0)).toBe(long.length);
    }
  });
});

/** Longer than a program may take for all of its forms together, but not for one. */
const slowMs = 3_000;
const copied: Answer = ({ give }) => give("copied");
const never = new Promise<never>(() => undefined);
const endless: Answer = ({ announce, give }) => announce(1, () => setTimeout(() => give("more "), 100));
const tooShort: Answer = ({ announce, give }) => {
  const parts = ["the beginning of it"];
  announce(100, () => give(parts.shift() ?? ""));
};
const noList = { list: { type: "STRING", format: 8 }, answer: copied } as const;

describe("what cannot be saved is not taken away, and a text is typed by keys instead, where a program", () => {
  test.each<[string, RawOwnerOptions, string]>([
    [
      "never answers for one form",
      { others: ["x-form/1"], answer: (asked) => (asked.isText ? copied(asked) : never) },
      "10 s",
    ],
    [
      "is slow with each of many forms",
      {
        others: ["x-form/1", "x-form/2", "x-form/3", "x-form/4"],
        answer: (asked) => Bun.sleep(slowMs).then(() => copied(asked)),
      },
      "10 s",
    ],
    ["goes on and on with a long text", { answer: endless }, "10 s"],
    ["ends a long text too soon", { answer: tooShort }, "only a part"],
    ["refuses all that it offers", { answer: () => "refused" }, "nothing of it"],
    ["gives something else than a list of its forms", noList, "does not say"],
  ])("%s", async (_does, options, reason) => {
    using program = await openRawOwner(server, options);
    await using app = await openGtkApp(server);
    const result = await agent.call("gui_type", { text: "你好" });
    expect(result).toMatchObject({ method: "keys", notice: expect.stringContaining(reason) });
    await app.waitForState("the text", ({ entry }) => entry === "你好");
    expect(program.hasLost).toBe(false);
  });
});

test.each<[string, RawOwnerOptions]>([
  ["goes on and on with a long text", { answer: endless }],
  ["ends a long text too soon", { answer: tooShort }],
  ["gives something else than a list of its forms", noList],
])("nothing is read where a program %s", async (_does, options) => {
  using _program = await openRawOwner(server, options);
  expect((await agent.callFailing("gui_clipboard_read")).code).toBe("clipboard_unavailable");
});

test.each<[string, RawOwnerOptions]>([
  ["refuses one form of several", { answer: (asked) => (asked.isText ? copied(asked) : "refused") }],
  ["gives its list another type", { list: { type: "TARGETS", format: 32 }, answer: copied }],
  ["says each time twice that it has answered", { times: 2, answer: copied }],
])("a text is pasted and what was there is back, where a program %s", async (_does, options) => {
  using _program = await openRawOwner(server, { others: ["x-form/1", "x-form/2"], ...options });
  await using app = await openGtkApp(server);
  expect(await agent.call("gui_type", { text: "你好" })).toMatchObject({ method: "paste" });
  await app.waitForState("the text", ({ entry }) => entry === "你好");
  await using reader = await openClipboardReader(server);
  expect((await reader.read()).targets).toMatchObject({ UTF8_STRING: { bytes: "copied".length } });
});
