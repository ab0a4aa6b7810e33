import { findProgram } from "#runtime";
import type { Permission } from "../../port.ts";
import { install } from "./xvfb.ts";

const name = "Private display";

/** Whether --virtual-display would work here, for machines without a display. It is never missing: nobody asked for it. */
export function privateDisplayPermission(): Permission {
  const absent = ["Xvfb", "openbox"].filter((program) => findProgram(program) === undefined);
  if (absent.length === 0) {
    const detail = "Xvfb and openbox are installed: with --virtual-display there is a private display.";
    return { name, state: "granted", detail, remedy: "" };
  }
  const are = absent.length === 1 ? "is" : "are";
  return {
    name,
    state: "unknown",
    detail: `For a private display (--virtual-display), ${absent.join(" and ")} ${are} not installed.`,
    remedy: install,
  };
}
