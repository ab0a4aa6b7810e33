import { expect, test } from "bun:test";
import { startHelper } from "../../src/desktop/x11/private-display/helper-process.ts";

function shell(script: string) {
  return startHelper("/bin/sh", ["-c", script], {});
}

// Helpers belong to X11, and a Windows has no shell to be one.
const helperTest = test.skipIf(process.platform === "win32");

helperTest("what a program says with its last breath is known when it has ended", async () => {
  // The words come from a child of its own, which makes them late for certain.
  await using helper = shell("(sleep 0.2; echo 'already active' >&2) & exit 1");
  await helper.ended;
  expect(helper.complaint).toBe("already active");
  expect(helper.hasEnded).toBe(true);
});

helperTest("a program has ended although another one goes on with its error output", async () => {
  await using helper = shell("sleep 60 & echo $! >&2; exit 1");
  await helper.ended;
  process.kill(Number(helper.complaint));
});
