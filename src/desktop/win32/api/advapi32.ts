import { type Functions, openLibrary, signature } from "../../native/library.ts";
import { bytes, handle, int32, text16, uint32 } from "../../native/types.ts";

/** What we call of advapi32.dll, by learn.microsoft.com/en-us/windows/win32/api/. */
const signatures = {
  /** processthreadsapi/nf-processthreadsapi-openprocesstoken: process, access, token out. */
  OpenProcessToken: signature(int32, handle, uint32, bytes),
  /** securitybaseapi/nf-securitybaseapi-gettokeninformation: token, class, memory, its length, length out. */
  GetTokenInformation: signature(int32, handle, int32, bytes, uint32, bytes),
  /** sddl/nf-sddl-convertstringsecuritydescriptortosecuritydescriptorw: text, revision, address out (for `LocalFree`), its length out. */
  ConvertStringSecurityDescriptorToSecurityDescriptorW: signature(int32, text16, uint32, bytes, bytes),
} as const;

export type Advapi32 = Functions<typeof signatures>;

export function openAdvapi32(): Advapi32 {
  return openLibrary("advapi32.dll", signatures);
}
