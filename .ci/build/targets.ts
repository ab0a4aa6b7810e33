/** The systems that the product is built for, each as one file. */
export const targets = {
  "linux-x64": { compileTarget: "bun-linux-x64", platform: "linux", architecture: "x64" },
  "linux-arm64": { compileTarget: "bun-linux-arm64", platform: "linux", architecture: "arm64" },
  "windows-x64": { compileTarget: "bun-windows-x64", platform: "win32", architecture: "x64" },
  "darwin-arm64": { compileTarget: "bun-darwin-arm64", platform: "darwin", architecture: "arm64" },
  "darwin-x64": { compileTarget: "bun-darwin-x64", platform: "darwin", architecture: "x64" },
} as const satisfies Readonly<Record<string, Target>>;

export interface Target {
  /** What Bun calls it. */
  readonly compileTarget: Bun.Build.CompileTarget;
  /** `process.platform` and `process.arch` there. */
  readonly platform: NodeJS.Platform;
  readonly architecture: NodeJS.Architecture;
}

export type TargetName = keyof typeof targets;

export function isTargetName(name: string): name is TargetName {
  return Object.hasOwn(targets, name);
}

export const targetNames: readonly TargetName[] = Object.keys(targets).filter(isTargetName);

/** The target that this machine is. */
export function hostTarget(): TargetName {
  const found = targetNames.find((name) => {
    const { platform, architecture } = targets[name];
    return platform === process.platform && architecture === process.arch;
  });
  if (found !== undefined) return found;
  throw new Error(
    `There is no target for ${process.platform} on ${process.arch}, only ${targetNames.join(", ")}.`,
  );
}

export function executableName({ platform }: Target): string {
  return platform === "win32" ? "gui-agent.exe" : "gui-agent";
}
