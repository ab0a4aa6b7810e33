import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BootstrapError, runQuietly, say } from "./output.mjs";
import { portableTests } from "./portable-tests.mjs";
import { supervise } from "./supervise.mjs";
import { ensureSystemPackages, testRequirements, windowsRequirements } from "./system-packages.mjs";
import { dependencyProgram, ensureBinary, ensureDependencies } from "./toolchain.mjs";

/** Long enough for the slowest test on a loaded machine; a hang still ends. */
const testTimeoutMs = 120_000;

const checks = [
  { title: "types", program: "tsc", args: ["-p", "tsconfig.json"] },
  { title: "types of the pure folders", program: "tsc", args: ["-p", "tsconfig.pure.json"] },
  { title: "lint and format", program: "biome", args: ["check", "."] },
];

/** `npm test [-- filter]`: everything that must hold, closed by the line `N passed, N failed`. */
export async function test(filters) {
  const tally = { passed: 0, failed: 0 };
  try {
    const leftOut = process.platform === "linux" ? await prepareLinux() : [];
    await ensureDependencies();
    // A filter is for the short loop while writing one test; the whole run never leaves a check out.
    if (filters.length === 0) for (const check of checks) count(tally, await passes(check));
    await ensureBinary();
    const tests = await runTests(filters.length === 0 ? testsForSystem() : filters, leftOut);
    tally.passed += tests.passed;
    tally.failed += tests.failed;
  } catch (error) {
    if (!(error instanceof BootstrapError)) throw error;
    say(error.message);
    tally.failed += 1;
  }
  process.stdout.write(`${tally.passed} passed, ${tally.failed} failed\n`);
  process.exitCode = tally.failed === 0 ? 0 : 1;
}

function count(tally, passed) {
  tally[passed ? "passed" : "failed"] += 1;
}

async function passes({ title, program, args }) {
  const { code, output } = await runQuietly(dependencyProgram(program), args);
  say(`• ${title}: ${code === 0 ? "ok" : `failed\n${output.trimEnd()}`}`);
  return code === 0;
}

/**
 * Installs what the tests need.
 * @returns the tests that cannot run here, as patterns
 */
async function prepareLinux() {
  await ensureSystemPackages(testRequirements);
  try {
    if (process.arch !== "x64")
      throw new BootstrapError("Wine runs programs for x64 on such processors only.");
    await ensureSystemPackages(windowsRequirements);
    return [];
  } catch (error) {
    if (!(error instanceof BootstrapError)) throw error;
    say(`• test/windows, the tests of the program for Windows, is SKIPPED. ${error.message}`);
    return ["test/windows/**"];
  }
}

/** All of them on Linux; those that need no X server elsewhere. */
function testsForSystem() {
  return process.platform === "linux" ? [] : portableTests;
}

async function runTests(filters, leftOut) {
  const folder = mkdtempSync(join(tmpdir(), "gui-agent-test-"));
  try {
    const report = join(folder, "junit.xml");
    const reporter = ["--reporter=junit", `--reporter-outfile=${report}`];
    const ignored = leftOut.map((pattern) => `--path-ignore-patterns=${pattern}`);
    const args = ["test", `--timeout=${testTimeoutMs}`, ...reporter, ...ignored, ...filters];
    // The test runner's output is the progress; it goes to stderr like every other line of it.
    const { code } = await supervise(dependencyProgram("bun"), args, ["ignore", 2, 2]);
    return readReport(report, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Counts from the report. A runner that failed in any other way (a file that does not load, a crash,
 * no test at all) counts as one failure, so that it can never look like success.
 */
function readReport(file, exitCode) {
  let head = "";
  try {
    head = /<testsuites [^>]*>/.exec(readFileSync(file, "utf8"))?.[0] ?? "";
  } catch {
    say("The test runner left no report.");
  }
  const number = (name) => Number(new RegExp(` ${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const failed = number("failures") + number("errors");
  const passed = Math.max(0, number("tests") - failed - number("skipped"));
  if (passed + failed === 0) say("No test ran.");
  const sound = exitCode === 0 && passed > 0;
  return { passed, failed: failed === 0 && !sound ? 1 : failed };
}
