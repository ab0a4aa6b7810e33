import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot, step } from "./output.mjs";

const binaryName = process.platform === "win32" ? "gui-agent.exe" : "gui-agent";
export const binary = join(projectRoot, "dist", binaryName);
const bun = dependencyProgram("bun");
const stamp = join(projectRoot, "node_modules", ".bootstrap-stamp");

/** A program that came with the dependencies. */
export function dependencyProgram(name) {
  return join(projectRoot, "node_modules", ".bin", process.platform === "win32" ? `${name}.exe` : name);
}

/** Installs the dependencies when they are absent or belong to another lock file. */
export async function ensureDependencies() {
  const wanted = createHash("sha256");
  for (const file of ["package.json", "bun.lock"]) wanted.update(readFileSync(join(projectRoot, file)));
  const digest = wanted.digest("hex");
  if (existsSync(bun) && existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
  const { devDependencies } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));
  // Only Node is there to begin with; npx fetches the Bun that the project is pinned to.
  const npx = ["--yes", `bun@${devDependencies.bun}`, "install", "--frozen-lockfile"];
  await step("installing the dependencies", "npx", npx);
  writeFileSync(stamp, digest);
}

/** Builds the binary when a source is newer than it. */
export async function ensureBinary() {
  // The tests are then about a file that is there already.
  if (process.env.GUI_AGENT_TESTED_PROGRAM !== undefined) return;
  const sources = [
    "src",
    "build.ts",
    ".ci/build",
    "docs/licences",
    "LICENSE",
    "package.json",
    "bun.lock",
  ].map((name) => join(projectRoot, name));
  const newest = Math.max(...[...sources, stamp].map(newestChange));
  if (existsSync(binary) && statSync(binary).mtimeMs > newest) return;
  await step(`building dist/${binaryName}`, bun, ["build.ts"]);
}

/** The last change at or below a path, in milliseconds. A folder's own time shows deleted files. */
function newestChange(path) {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  return Math.max(status.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}
