import { expect, test } from "bun:test";
import { SessionState } from "../../src/tools/session-state.ts";

/** A session of the client with the name, and what it logged. */
function sessionOf(client: string, callerModel = "auto") {
  const lines: string[] = [];
  const session = new SessionState("1", callerModel, { info: (line) => void lines.push(line) });
  session.clientNamed(client);
  return { session, lines };
}

/** docs.claude.com, "Vision": what is not resized. */
const claudeLimits = { maxEdge: 1568, maxPixels: 1_150_000 };

test.each(["claude-ai", "claude-code", "Claude-Code"])("%s is known to have a Claude model", (client) => {
  const { session, lines } = sessionOf(client);
  expect(session.imageLimits).toMatchObject(claudeLimits);
  expect(lines).toEqual([]);
});

// The last two are names that every JavaScript object answers to.
test.each(["wobble", "constructor", "__proto__"])("%s is not known, and that is logged once", (client) => {
  const { session, lines } = sessionOf(client);
  session.clientNamed(client);
  expect(session.imageLimits).toEqual({});
  expect(lines).toEqual([
    `Client "${client}": its model is not known, so screenshots are up to 1920 pixels; --caller-model names it.`,
  ]);
});

test("a model that was named holds for every client, and nothing is logged", () => {
  const { session, lines } = sessionOf("wobble", "claude");
  expect(session.imageLimits).toMatchObject(claudeLimits);
  expect(lines).toEqual([]);
});

test("a client's name cannot forge lines of the log, nor flood it", () => {
  const { lines } = sessionOf(`a\n12:00 all is well${"!".repeat(10_000)}`);
  expect(lines.join()).not.toContain("\n");
  expect(lines.join().length).toBeLessThan(300);
});

test("before the client has said its name nothing is logged", () => {
  const lines: string[] = [];
  const session = new SessionState("1", "auto", { info: (line) => void lines.push(line) });
  session.clientNamed(undefined);
  expect(lines).toEqual([]);
});
