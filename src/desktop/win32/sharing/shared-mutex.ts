import type { Handle } from "../../native/types.ts";
import { SharedSecurity } from "./shared-security.ts";
import { notShared, type SharingApi } from "./sharing-api.ts";

/** What `WaitForSingleObject` says; abandoned is a mutex whose holder ended without letting go. */
const waited = { taken: 0, abandoned: 0x80, timeout: 0x102 } as const;

/** A mutex with a name. It belongs to the thread that has it, which for us is that of JavaScript. */
export class SharedMutex implements Disposable {
  readonly #kernel32: SharingApi["kernel32"];
  readonly #handle: Handle;
  readonly #name: string;

  constructor(api: SharingApi, name: string) {
    using security = new SharedSecurity(api);
    this.#kernel32 = api.kernel32;
    this.#name = name;
    this.#handle = api.kernel32.CreateMutexW(security.attributes, 0, name);
    if (Number(this.#handle) === 0) throw notShared(name);
  }

  /** Without waiting. Who has it gets it again, and would have to let go of it as often. */
  tryToTake(): boolean {
    const outcome = this.#kernel32.WaitForSingleObject(this.#handle, 0);
    if (outcome === waited.taken || outcome === waited.abandoned) return true;
    if (outcome === waited.timeout) return false;
    throw notShared(this.#name);
  }

  release(): void {
    this.#kernel32.ReleaseMutex(this.#handle);
  }

  [Symbol.dispose](): void {
    this.#kernel32.CloseHandle(this.#handle);
  }
}
