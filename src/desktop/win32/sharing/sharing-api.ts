import { GuiAgentError } from "../../../core/errors.ts";
import type { Advapi32 } from "../api/advapi32.ts";
import type { ProcessFunctions } from "../api/kernel32-processes.ts";
import type { SharingFunctions } from "../api/kernel32-sharing.ts";

/** What is shared with other processes through. */
export interface SharingApi {
  readonly kernel32: SharingFunctions & Pick<ProcessFunctions, "CloseHandle">;
  readonly advapi32: Pick<Advapi32, "ConvertStringSecurityDescriptorToSecurityDescriptorW">;
}

export function notShared(name: string): GuiAgentError {
  return new GuiAgentError("permission_denied", `Windows does not share ${name} with this process.`, {
    remedy:
      "By it, several gui-agents take turns. End the program of this session that keeps the name to itself, such as a gui-agent that runs as another user.",
  });
}
