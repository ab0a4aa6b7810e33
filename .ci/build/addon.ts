import { copyFile, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { dependencies } from "../../package.json";
import type { Target } from "./targets.ts";

const folder = resolve("dist/addons");

/**
 * The path of koffi's addon for a target. Package managers install that of this machine alone, so it is
 * fetched by what the lock file says of it, and kept for the next build.
 */
export async function koffiAddon({ platform, architecture }: Target): Promise<string> {
  const path = join(folder, `koffi-${dependencies.koffi}-${platform}-${architecture}.node`);
  if (await Bun.file(path).exists()) return path;
  await mkdir(folder, { recursive: true });
  const installation = await mkdtemp(join(folder, "installation-"));
  try {
    await install(installation, platform, architecture);
    const found = `node_modules/@koromix/koffi-${platform}-${architecture}/${platform}_${architecture}/koffi.node`;
    await rename(join(installation, found), path);
  } finally {
    await rm(installation, { recursive: true, force: true });
  }
  return path;
}

/** Installs as the target would; what the lock file says is checked by its hash. */
async function install(cwd: string, platform: string, architecture: string): Promise<void> {
  for (const name of ["package.json", "bun.lock"]) await copyFile(name, join(cwd, name));
  const options = ["--frozen-lockfile", "--production", "--ignore-scripts"];
  const child = Bun.spawn(
    [process.execPath, "install", ...options, `--os=${platform}`, `--cpu=${architecture}`],
    { cwd, stdin: "ignore", stdout: "pipe", stderr: "pipe" },
  );
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (child.exitCode === 0) return;
  throw new Error(
    `koffi for ${platform} on ${architecture} could not be fetched (exit code ${child.exitCode}):\n${errors}${output}`,
  );
}
