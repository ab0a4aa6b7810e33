import { expect, test } from "bun:test";
import { FakeMac } from "../support/darwin/fake-mac.ts";
import { FakeProgram } from "../support/darwin/fake-program.ts";
import { usLayout } from "../support/darwin/layouts.ts";
import { thrownBy } from "../support/thrown.ts";

const atOnce = { eventsMs: 0, sourcesMs: 0 };

/** A Mac whose user types by Pinyin. */
function macWithMethod(): FakeMac {
  const mac = new FakeMac();
  mac.carbon.chooseMethod("Pinyin");
  return mac;
}

test.each([
  ["at once", atOnce],
  ["before it hears of the layout", { eventsMs: 0, sourcesMs: 40 }],
  ["when it could have heard of the method again", { eventsMs: 40, sourcesMs: 0 }],
])("text arrives as it is where a program takes it in %s, and the method is back", async (_, delays) => {
  using mac = macWithMethod();
  const program = new FakeProgram(mac, delays);
  const text = "nihao 1 漢字\nnext";
  await mac.keyboard.type(text);
  expect([program.text, program.taken]).toEqual([text, ""]);
  expect(mac.carbon.source.id).toBe("Pinyin");
});

test("without one in force no other source is chosen", async () => {
  using mac = new FakeMac();
  const chosen: string[] = [];
  mac.carbon.onSource = ({ id }) => void chosen.push(id);
  await mac.keyboard.type("text");
  expect(chosen).toEqual([]);
});

test("where no layout can be chosen, text is refused before anything arrives", async () => {
  using mac = macWithMethod();
  mac.carbon.isSelectable = false;
  const error = await thrownBy(() => mac.keyboard.type("text"));
  expect(error).toMatchObject({ code: "unsupported", remedy: expect.stringContaining("ABC") });
  expect(mac.graphics.posted).toEqual([]);
});

test("where the method comes into force again at once, text is refused", async () => {
  using mac = macWithMethod();
  const chosen: string[] = [];
  mac.carbon.onSource = ({ id }) => {
    chosen.push(id);
    // As when macOS has each window keep a source of its own.
    if (chosen.length === 1) mac.carbon.chooseMethod("Pinyin");
  };
  expect(await thrownBy(() => mac.keyboard.type("text"))).toMatchObject({ code: "unsupported" });
  expect(mac.graphics.posted).toEqual([]);
  expect(mac.carbon.source.id).toBe("Pinyin");
});

test("a text that is cancelled leaves the method in force", async () => {
  using mac = macWithMethod();
  const stop = new AbortController();
  mac.graphics.onPost = () => stop.abort();
  const typing = mac.keyboard.type("x".repeat(200), stop.signal);
  expect(await thrownBy(() => typing)).toMatchObject({ code: "cancelled" });
  expect(mac.graphics.posted.length).toBeGreaterThan(0);
  expect(mac.carbon.source.id).toBe("Pinyin");
});

test("a call that is cancelled already does not touch the method", async () => {
  using mac = macWithMethod();
  const chosen: string[] = [];
  mac.carbon.onSource = ({ id }) => void chosen.push(id);
  const typing = mac.keyboard.type("x", AbortSignal.abort());
  expect(await thrownBy(() => typing)).toMatchObject({ code: "cancelled" });
  expect(chosen).toEqual([]);
});

test("what the user chooses meanwhile stays", async () => {
  using mac = macWithMethod();
  let isChosen = false;
  mac.graphics.onPost = () => {
    if (!isChosen) mac.carbon.choose(usLayout, "Dvorak");
    isChosen = true;
  };
  await mac.keyboard.type("text");
  expect(mac.carbon.source.id).toBe("Dvorak");
});
