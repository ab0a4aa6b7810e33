import { systemClock } from "../../../src/core/clock.ts";
import { ClaimInLine } from "../../../src/desktop/claim-in-line.ts";
import { libSystemSignatures } from "../../../src/desktop/darwin/api/lib-system.ts";
import { LockedClaimPlaces } from "../../../src/desktop/darwin/claim.ts";
import { openLibrary } from "../../../src/desktop/native/library.ts";

// Takes the desktop, says so, and keeps it until its input ends or it is killed.
const [library = "", folder = ""] = process.argv.slice(2);
const system = openLibrary(library, libSystemSignatures);
using claims = new ClaimInLine(() => new LockedClaimPlaces(system, folder), systemClock);
const { signal } = new AbortController();
using _claim = await claims.take({ timeoutMs: 10_000, signal });
process.stdout.write("taken\n");
for await (const _ of process.stdin) {
  // Nothing is said to it.
}
