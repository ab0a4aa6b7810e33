/**
 * `npm run bench`: measures the compiled program, the limits under it and its peers, all in one run
 * on a desktop of its own. Prints tables, and JSON after them or into a file. Nothing is judged by
 * the exit code: times depend on the machine.
 */
import { parseArgs } from "citty";
import { z } from "zod";
import { installGuiAgent } from "../support/installation.ts";
import { startXServer } from "../support/x-server.ts";
import { type Absentee, type Comparison, type ComparisonResult, runComparison } from "./comparison.ts";
import { emptyCallComparison } from "./empty-call.ts";
import { startFloor } from "./floor.ts";
import { imageSearchComparison, searchGoals } from "./image-search.ts";
import { inputComparisons } from "./input.ts";
import { installPeer, peerName } from "./peer.ts";
import { legend, report, table } from "./report.ts";
import { screenshotComparison, timesLimit } from "./screenshots.ts";
import { runSoak, type SoakResult, soakTable } from "./soak.ts";
import { openStage } from "./stage.ts";
import { startComparison } from "./start.ts";
import { stillnessComparison } from "./stillness.ts";
import { taskComparison } from "./task.ts";

const fullHd = { width: 1920, height: 1080 };
const ultraHd = { width: 3840, height: 2160 };

const { rounds, soak, json } = z
  .object({
    rounds: z.coerce.number<string>().int().min(1),
    /** Calls in a row; 0 leaves them out. */
    soak: z.coerce.number<string>().int().min(0),
    json: z.string().optional(),
  })
  .parse(
    parseArgs(process.argv.slice(2), {
      rounds: { type: "string", default: "15" },
      soak: { type: "string", default: "1000" },
      json: { type: "string" },
    }),
  );

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  // What has been started is ended on the way out.
  process.once(signal, () => stop.abort(new Error(`The bench was stopped by ${signal}.`)));
}

const results: ComparisonResult[] = [];
const run = async (comparison: Comparison) => {
  const result = await runComparison(comparison, { rounds, signal: stop.signal });
  console.log(table(result));
  results.push(result);
};

const peer = await installPeer().catch((thrown): Absentee => {
  console.error(thrown);
  return { name: peerName, problem: "could not be fetched" };
});
console.log(legend(rounds));
await using floor = await startFloor();
await measureStart();
await measureFullHd();
await measureUltraHd();
await measureTasks();
const soaked = soak === 0 ? undefined : await measureSoak(soak);
const written = JSON.stringify({ ...report(results, rounds), soak: soaked });
if (json === undefined) console.log(`\n${written}`);
else await Bun.write(json, written);

async function measureStart(): Promise<void> {
  await using server = await startXServer({ size: fullHd });
  const { display } = server;
  await using installation = await installGuiAgent({ display });
  await run(startComparison(installation, floor, "problem" in peer ? peer : { command: peer, display }));
}

async function measureFullHd(): Promise<void> {
  await using stage = await openStage(fullHd, peer);
  await run(emptyCallComparison(stage, floor));
  await run(
    await screenshotComparison("Screenshot of 1920×1080", fullHd, stage, [timesLimit, { below: 40 }]),
  );
  await run(await imageSearchComparison("Find 120×40 pixels on 1920×1080", fullHd, stage, searchGoals));
  for (const comparison of await inputComparisons(stage)) await run(comparison);
  await run(stillnessComparison(stage));
}

async function measureUltraHd(): Promise<void> {
  await using stage = await openStage(ultraHd, peer);
  await run(await screenshotComparison("Screenshot of 3840×2160, scaled to 1920×1080", ultraHd, stage, []));
  await run(await imageSearchComparison("Find 120×40 pixels on 3840×2160", ultraHd, stage, []));
}

async function measureTasks(): Promise<void> {
  await using server = await startXServer({ size: fullHd });
  await using comparison = await taskComparison(server);
  await run(comparison);
}

async function measureSoak(calls: number): Promise<SoakResult> {
  const result = await runSoak(calls, stop.signal);
  console.log(soakTable(result));
  return result;
}
