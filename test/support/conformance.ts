import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { temporaryFolder } from "./temporary-folder.ts";

const program = Bun.resolveSync("@modelcontextprotocol/conformance/dist/index.js", import.meta.dir);

/** Scenarios that any MCP server of tools and resources must pass, without fixtures of their own. */
export const scenariosWithoutFixture = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
] as const;

/** What one scenario found. It has passed when there were checks and none of them complains. */
export interface ScenarioResult {
  readonly scenario: string;
  readonly passed: number;
  /** Failures and warnings, in the words of the suite. */
  readonly complaints: readonly string[];
}

const checksSchema = z.array(
  z.object({
    id: z.string(),
    status: z.enum(["SUCCESS", "FAILURE", "WARNING", "SKIPPED", "INFO"]),
    errorMessage: z.string().optional(),
  }),
);

/** Runs the official conformance suite, or some scenarios of it, against the server at `url`. */
export async function runConformance(
  url: string,
  scenarios?: readonly string[],
): Promise<readonly ScenarioResult[]> {
  await using folder = await temporaryFolder();
  const selections =
    scenarios === undefined ? [["--suite", "active"]] : scenarios.map((name) => ["--scenario", name]);
  for (const selection of selections) {
    const args = ["server", "--url", url, "--output-dir", folder.path, ...selection];
    const child = Bun.spawn([process.execPath, program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    const [output, problems] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    // It exits with 1 both for failed checks, which are in the folder, and for its own troubles.
    if (!output.includes("Results saved")) throw new Error(`The suite did not run: ${problems}${output}`);
  }
  const runs = await readdir(folder.path);
  return await Promise.all(runs.map((run) => readRun(folder.path, run)));
}

async function readRun(folder: string, run: string): Promise<ScenarioResult> {
  const checks = checksSchema.parse(JSON.parse(await readFile(join(folder, run, "checks.json"), "utf8")));
  return {
    scenario: run.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, ""),
    passed: checks.filter(({ status }) => status === "SUCCESS").length,
    complaints: checks
      .filter(({ status }) => status !== "SUCCESS" && status !== "INFO")
      .map(({ id, status, errorMessage }) => `${status} ${id}: ${errorMessage ?? ""}`),
  };
}
