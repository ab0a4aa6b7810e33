import { toGuiAgentError } from "../core/errors.ts";
import type { Permission } from "./port.ts";

/** What a probe finds, in words; missing where it throws, with the error's remedy. */
export async function checkPermission(
  name: string,
  probe: () => string | Permission | Promise<string | Permission>,
): Promise<Permission> {
  try {
    const found = await probe();
    return typeof found === "string" ? { name, state: "granted", detail: found, remedy: "" } : found;
  } catch (thrown) {
    return missingPermission(name, thrown);
  }
}

export function missingPermission(name: string, thrown: unknown): Permission {
  const { message, remedy = "" } = toGuiAgentError(thrown);
  return { name, state: "missing", detail: message, remedy };
}
