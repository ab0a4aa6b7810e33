import type { Handle } from "../../native/types.ts";
import { handle, int32, structure, uint32 } from "../../native/types.ts";
import type { SharingApi } from "./sharing-api.ts";

/** `SECURITY_ATTRIBUTES` (wtypesbase/ns-wtypesbase-security_attributes). */
const securityAttributes = structure({
  nLength: uint32,
  lpSecurityDescriptor: handle,
  bInheritHandle: int32,
});

/**
 * Everything, to everybody who is logged on. Without it, what a program has made that runs as administrator
 * is closed to those that do not.
 */
const everybody = "D:(A;;GA;;;AU)";

/** Who may use what is made with these attributes; needed only while it is made. */
export class SharedSecurity implements Disposable {
  readonly #api: SharingApi;
  readonly #descriptor: Handle;

  constructor(api: SharingApi) {
    const address = new BigUint64Array(1);
    const memory = new Uint8Array(address.buffer);
    api.advapi32.ConvertStringSecurityDescriptorToSecurityDescriptorW(everybody, 1, memory, null);
    this.#api = api;
    // Should it have failed, 0 means the system's own choice.
    this.#descriptor = address[0] ?? 0;
  }

  get attributes(): Uint8Array {
    const lpSecurityDescriptor = this.#descriptor;
    return securityAttributes.encode({
      nLength: securityAttributes.size,
      lpSecurityDescriptor,
      bInheritHandle: 0,
    });
  }

  [Symbol.dispose](): void {
    this.#api.kernel32.LocalFree(this.#descriptor);
  }
}
