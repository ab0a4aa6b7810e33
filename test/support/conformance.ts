import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { temporaryFolder } from "./temporary-folder.ts";

const program = Bun.resolveSync("@modelcontextprotocol/conformance/dist/index.js", import.meta.dir);

/**
 * Why a scenario cannot be run against the program: it calls a tool or reads a resource that only a
 * server made for the suite has, or it is about a capability that the program does not declare.
 */
export type LeftOut =
  | { readonly tool: string }
  | { readonly resource: string }
  | { readonly capability: "logging" | "prompts" | "completions" };

/** Every server scenario of the suite, those that it does not count as active included. */
export const scenarios = {
  "server-initialize": "run",
  ping: "run",
  "tools-list": "run",
  "resources-list": "run",
  "server-sse-multiple-streams": "run",
  "dns-rebinding-protection": "run",
  "logging-set-level": { capability: "logging" },
  "completion-complete": { capability: "completions" },
  "prompts-list": { capability: "prompts" },
  "prompts-get-simple": { capability: "prompts" },
  "prompts-get-with-args": { capability: "prompts" },
  "prompts-get-embedded-resource": { capability: "prompts" },
  "prompts-get-with-image": { capability: "prompts" },
  "tools-call-simple-text": { tool: "test_simple_text" },
  "tools-call-image": { tool: "test_image_content" },
  "tools-call-audio": { tool: "test_audio_content" },
  "tools-call-embedded-resource": { tool: "test_embedded_resource" },
  "tools-call-mixed-content": { tool: "test_multiple_content_types" },
  "tools-call-with-logging": { tool: "test_tool_with_logging" },
  "tools-call-error": { tool: "test_error_handling" },
  "tools-call-with-progress": { tool: "test_tool_with_progress" },
  "tools-call-sampling": { tool: "test_sampling" },
  "tools-call-elicitation": { tool: "test_elicitation" },
  "elicitation-sep1034-defaults": { tool: "test_elicitation_sep1034_defaults" },
  "elicitation-sep1330-enums": { tool: "test_elicitation_sep1330_enums" },
  "json-schema-2020-12": { tool: "json_schema_2020_12_tool" },
  "server-sse-polling": { tool: "test_reconnection" },
  "resources-read-text": { resource: "test://static-text" },
  "resources-read-binary": { resource: "test://static-binary" },
  "resources-templates-read": { resource: "test://template/123/data" },
  "resources-subscribe": { resource: "test://watched-resource" },
  "resources-unsubscribe": { resource: "test://watched-resource" },
} as const satisfies Readonly<Record<string, "run" | LeftOut>>;

/** The names of all server scenarios, from the suite itself. */
export async function listScenarios(): Promise<readonly string[]> {
  const listing = await Bun.$`${process.execPath} ${program} list --server`.text();
  return [...listing.matchAll(/^ +- (\S+)/gm)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

/** The source of the suite. */
export function readSuite(): Promise<string> {
  return Bun.file(program).text();
}

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
