import { expect, test } from "bun:test";
import { Watch } from "../../src/mcp/watch.ts";
import { ManualClock, settled } from "../support/manual-clock.ts";

/** Something to watch, which counts the looks. */
function watched() {
  const clock = new ManualClock();
  const thing: { revision: string | undefined; looks: number } = { revision: "a", looks: 0 };
  const watch = new Watch(async () => {
    thing.looks += 1;
    if (thing.revision === undefined) throw new Error("There is nothing to look at.");
    return thing.revision;
  }, clock);
  return { clock, thing, watch };
}

function counter() {
  const heard = { times: 0 };
  return {
    heard,
    changed: () => {
      heard.times += 1;
    },
  };
}

test("any number of subscriptions cost one look a second", async () => {
  const { clock, thing, watch } = watched();
  const listeners = Array.from({ length: 50 }, counter);
  for (const { changed } of listeners) await watch.subscribe(changed).ready;
  await clock.advance(10_000);
  expect(thing.looks).toBe(11);
  expect(listeners.map(({ heard }) => heard.times)).toEqual(Array.from({ length: 50 }, () => 0));
  thing.revision = "b";
  await clock.advance(5000);
  expect(listeners.map(({ heard }) => heard.times)).toEqual(Array.from({ length: 50 }, () => 1));
});

test("looking ends with the last subscription, and starts afresh with the next", async () => {
  const { clock, thing, watch } = watched();
  const [one, other] = [counter(), counter()];
  const first = watch.subscribe(one.changed);
  const second = watch.subscribe(other.changed);
  await second.ready;
  first[Symbol.dispose]();
  thing.revision = "b";
  await clock.advance(1000);
  expect([one.heard.times, other.heard.times]).toEqual([0, 1]);
  second[Symbol.dispose]();
  const { looks } = thing;
  await clock.advance(60_000);
  expect(thing.looks).toBe(looks);
  thing.revision = "c";
  using _third = watch.subscribe(one.changed);
  await clock.advance(5000);
  // What was there when it subscribed is no news.
  expect(one.heard.times).toBe(0);
});

test("a look that fails tells who subscribes, and does not end the others", async () => {
  const { clock, thing, watch } = watched();
  const { heard, changed } = counter();
  thing.revision = undefined;
  const failing = watch.subscribe(changed);
  await expect(failing.ready).rejects.toThrow("nothing to look at");
  failing[Symbol.dispose]();

  thing.revision = "a";
  await watch.subscribe(changed).ready;
  thing.revision = undefined;
  await clock.advance(3000);
  thing.revision = "b";
  await clock.advance(1000);
  await settled();
  expect(heard.times).toBe(1);
});
