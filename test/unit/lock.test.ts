import { describe, expect, test } from "bun:test";
import { FairLock } from "../../src/core/lock.ts";
import { ManualClock } from "../support/manual-clock.ts";

const forever = new AbortController().signal;

function request(owner: string, options: { signal?: AbortSignal; timeoutMs?: number } = {}) {
  return { owner, operation: `gui_click of ${owner}`, signal: forever, timeoutMs: 60_000, ...options };
}

/** Lets everything that is ready to run do so. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("FairLock", () => {
  test("passes from one to the next in the order in which they came", async () => {
    const lock = new FairLock("The desktop");
    const order: string[] = [];
    const turn = async (owner: string) => {
      using _turn = await lock.acquire(request(owner));
      order.push(`${owner} in`);
      await settle();
      order.push(`${owner} out`);
    };
    await Promise.all([turn("a"), turn("b"), turn("c")]);
    expect(order).toEqual(["a in", "a out", "b in", "b out", "c in", "c out"]);
    expect(lock.holder).toBeUndefined();
  });

  test("an owner with many requests in line lets the others have their turns", async () => {
    const lock = new FairLock("The desktop");
    const order: string[] = [];
    const turn = async (owner: string, name: string) => {
      using _turn = await lock.acquire(request(owner));
      order.push(name);
      await settle();
    };
    await Promise.all([turn("a", "a1"), turn("a", "a2"), turn("a", "a3"), turn("b", "b1"), turn("b", "b2")]);
    expect(order).toEqual(["a1", "b1", "a2", "b2", "a3"]);
  });

  test("a newcomer cannot slip in between two turns", async () => {
    const lock = new FairLock("The desktop");
    const first = await lock.acquire(request("a"));
    const second = lock.acquire(request("b"));
    first[Symbol.dispose]();
    const third = lock.acquire(request("c"));
    expect(lock.holder?.owner).toBe("b");
    (await second)[Symbol.dispose]();
    (await third)[Symbol.dispose]();
  });

  test("waiting ends with who holds it, and the line moves on without the one who left", async () => {
    const lock = new FairLock("The desktop");
    const held = await lock.acquire(request("a"));
    await expect(lock.acquire(request("b", { timeoutMs: 1 }))).rejects.toMatchObject({
      code: "busy",
      message: expect.stringContaining("session a with gui_click of a"),
    });
    const abort = new AbortController();
    const cancelled = lock.acquire(request("c", { signal: abort.signal }));
    const next = lock.acquire(request("d"));
    abort.abort();
    await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
    held[Symbol.dispose]();
    using _next = await next;
    expect(lock.holder?.owner).toBe("d");
    expect(lock.waiting).toBe(0);
  });

  test("cancelled in the same turn in which it was granted, it goes to the next", async () => {
    const lock = new FairLock("The desktop");
    const held = await lock.acquire(request("a"));
    const abort = new AbortController();
    const second = lock.acquire(request("b", { signal: abort.signal }));
    const third = lock.acquire(request("c"));
    abort.abort();
    held[Symbol.dispose]();
    await expect(second).rejects.toMatchObject({ code: "cancelled" });
    using _third = await third;
    expect(lock.holder?.owner).toBe("c");
  });

  test("a reservation keeps others out between the owner's turns", async () => {
    const lock = new FairLock("The desktop");
    const first = await lock.acquire(request("a"));
    const other = lock.acquire(request("b"));
    lock.reserve("a", "holds a button");
    first[Symbol.dispose]();
    expect(lock.holder?.owner).toBe("a");
    const again = await lock.acquire(request("a"));
    again[Symbol.dispose]();
    lock.unreserve("b");
    expect(lock.waiting).toBe(1);
    lock.unreserve("a");
    using _other = await other;
    expect(lock.holder?.owner).toBe("b");
  });

  test("disposing twice passes it on once", async () => {
    const lock = new FairLock("The desktop");
    const first = await lock.acquire(request("a"));
    const second = lock.acquire(request("b"));
    first[Symbol.dispose]();
    using _second = await second;
    first[Symbol.dispose]();
    expect(lock.holder?.owner).toBe("b");
  });

  test("tells those in line their places, as they change", async () => {
    const lock = new FairLock("The desktop");
    const first = await lock.acquire(request("a"));
    const places: string[] = [];
    const waiting = (owner: string, signal = forever) =>
      lock.acquire({ ...request(owner, { signal }), onPlace: (place) => places.push(`${owner} ${place}`) });
    const leaving = new AbortController();
    const second = waiting("b");
    const third = waiting("c", leaving.signal);
    const fourth = waiting("d");
    expect(places).toEqual(["b 1", "c 2", "d 3"]);
    leaving.abort();
    await expect(third).rejects.toMatchObject({ code: "cancelled" });
    expect(places.slice(3)).toEqual(["d 2"]);
    first[Symbol.dispose]();
    expect(places.slice(4)).toEqual(["d 1"]);
    (await second)[Symbol.dispose]();
    (await fourth)[Symbol.dispose]();
    expect(places).toHaveLength(5);
  });

  test("an owner without a limit of time waits for as long as it takes", async () => {
    const clock = new ManualClock();
    const lock = new FairLock("The desktop", clock);
    const first = await lock.acquire(request("a"));
    const patient = lock.acquire({ owner: "b", operation: "gui_execute_task", signal: forever });
    await clock.advance(86_400_000);
    first[Symbol.dispose]();
    (await patient)[Symbol.dispose]();
    expect(lock.holder).toBeUndefined();
  });
});
