/** Sets a variable for libraries of this process that are configured in no other way. */
export function setEnvironmentVariable(name: string, value: string): void {
  process.env[name] = value;
}

/** Takes away variables that libraries of this process would heed. */
export function removeEnvironmentVariables(names: readonly string[]): void {
  for (const name of names) delete process.env[name];
}

/** Variables that no program of ours gets; from the start those that would make one built with Bun behave differently. */
const withheld = new Set(["BUN_OPTIONS", "BUN_BE_BUN"]);

/** Keeps variables from all programs that we start from now on. */
export function withholdFromPrograms(names: readonly string[]): void {
  for (const name of names) withheld.add(name);
}

/** The environment for a program that we start: ours with `changes`, and without what is withheld. */
export function childEnvironment(
  changes: Readonly<Record<string, string>>,
): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(([name]) => !withheld.has(name));
  return { ...Object.fromEntries(inherited), ...changes };
}

/** The path of a program on PATH, or undefined when it is not installed. */
export function findProgram(name: string): string | undefined {
  return Bun.which(name) ?? undefined;
}
