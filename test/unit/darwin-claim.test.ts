import { describe, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "../../src/core/clock.ts";
import { ClaimInLine } from "../../src/desktop/claim-in-line.ts";
import { libSystemPath, libSystemSignatures } from "../../src/desktop/darwin/api/lib-system.ts";
import { LockedClaimPlaces } from "../../src/desktop/darwin/claim.ts";
import { openLibrary } from "../../src/desktop/native/library.ts";
import type { ClaimHolder } from "../../src/desktop/port.ts";
import { startChild } from "../support/child.ts";
import { programEnvironment } from "../support/program-environment.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { thrownBy } from "../support/thrown.ts";
import { waitFor } from "../support/wait-for.ts";

// Locks on files are the same on Linux, so these are real: those of the C library, between real processes.
const library = process.platform === "darwin" ? libSystemPath : "libc.so.6";
const { signal } = new AbortController();
const patient = { timeoutMs: 10_000, signal };
const impatient = { timeoutMs: 0, signal };
const program = join(import.meta.dir, "..", "support", "darwin", "claiming-program.ts");

/** Two claims lock files of their own, as those of two processes do. */
const claimIn = (folder: string) =>
  new ClaimInLine(
    () => new LockedClaimPlaces(openLibrary(library, libSystemSignatures), folder),
    systemClock,
  );

// Windows has no such locks.
describe.skipIf(process.platform === "win32")("claims", () => {
  test("another process is kept out until the one that has the desktop is gone, even killed", async () => {
    await using folder = await temporaryFolder();
    using claims = claimIn(join(folder.path, "cache"));
    await using child = startChild([process.execPath, program, library, join(folder.path, "cache")], {
      env: programEnvironment(folder.path),
    });
    await waitFor("the other process to take the desktop", () => child.stdout().includes("taken"));
    const error = await thrownBy(() => claims.take(impatient));
    expect(error).toMatchObject({ code: "busy", message: expect.stringContaining(`(process ${child.pid})`) });
    const waitedFor: ClaimHolder[] = [];
    const taking = claims.take({ ...patient, onWait: (holder) => waitedFor.push(holder) });
    await child.stop("SIGKILL");
    using _claim = await taking;
    expect(waitedFor).toEqual([{ pid: child.pid, since: undefined }]);
  });

  describe("of two", () => {
    test("one that has the desktop gets another claim at once, and lets go with the last", async () => {
      await using folder = await temporaryFolder();
      using mine = claimIn(folder.path);
      using theirs = claimIn(folder.path);
      const first = await mine.take(patient);
      const second = await mine.take(impatient);
      first[Symbol.dispose]();
      first[Symbol.dispose]();
      expect(await thrownBy(() => theirs.take(impatient))).toMatchObject({ code: "busy" });
      second[Symbol.dispose]();
      using _claim = await theirs.take(impatient);
    });

    test("one that comes again and again cannot pass the one that waits", async () => {
      await using folder = await temporaryFolder();
      using mine = claimIn(folder.path);
      using theirs = claimIn(folder.path);
      const held = await mine.take(patient);
      const waiting = theirs.take(patient);
      // It has looked at once, and waits at the head of the line by now.
      held[Symbol.dispose]();
      expect(await thrownBy(() => mine.take(impatient))).toMatchObject({ code: "busy" });
      using _claim = await waiting;
    });

    test("one that gives up waiting keeps nobody out", async () => {
      await using folder = await temporaryFolder();
      using mine = claimIn(folder.path);
      using theirs = claimIn(folder.path);
      const held = await mine.take(patient);
      const stop = new AbortController();
      const waiting = thrownBy(() => theirs.take({ timeoutMs: 10_000, signal: stop.signal }));
      stop.abort();
      expect(await waiting).toMatchObject({ code: "cancelled" });
      held[Symbol.dispose]();
      using _claim = await mine.take(impatient);
    });
  });

  test("a file that cannot be locked is an error at once, not somebody who has the desktop", async () => {
    await using folder = await temporaryFolder();
    const system = openLibrary(library, libSystemSignatures);
    // As on a disk that knows no locks.
    const noLocks = { flock: (_: number, operation: number) => system.flock(-1, operation) };
    using claims = new ClaimInLine(() => new LockedClaimPlaces(noLocks, folder.path), systemClock);
    const error = await thrownBy(() => claims.take(patient));
    expect(error).toMatchObject({ code: "io_failed", message: expect.stringContaining("EBADF") });
  });

  test("a folder that cannot be used is an error", async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "file");
    await writeFile(file, "");
    using claims = claimIn(file);
    expect(await thrownBy(() => claims.take(impatient))).toMatchObject({ code: "io_failed" });
  });
});
