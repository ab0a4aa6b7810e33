/** Sets a variable for libraries of this process that are configured in no other way. */
export function setEnvironmentVariable(name: string, value: string): void {
  process.env[name] = value;
}
