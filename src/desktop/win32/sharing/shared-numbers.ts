import { readMemory, writeMemory } from "../../native/memory.ts";
import type { Handle } from "../../native/types.ts";
import { SharedSecurity } from "./shared-security.ts";
import { notShared, type SharingApi } from "./sharing-api.ts";

const bytesPerNumber = 4;

const noFile = -1;
const readWrite = 4;
const mapReadWrite = 6;

/** Numbers of 32 bits that processes share under a name; all 0 at first. */
export class SharedNumbers implements Disposable {
  readonly #resources: DisposableStack;
  readonly #address: Handle;

  constructor(api: SharingApi, name: string, count: number) {
    using resources = new DisposableStack();
    const { kernel32 } = api;
    const length = count * bytesPerNumber;
    const security = resources.use(new SharedSecurity(api));
    const mapping = kernel32.CreateFileMappingW(noFile, security.attributes, readWrite, 0, length, name);
    if (Number(mapping) === 0) throw notShared(name);
    resources.adopt(mapping, kernel32.CloseHandle);
    const address = kernel32.MapViewOfFile(mapping, mapReadWrite, 0, 0, length);
    if (Number(address) === 0) throw notShared(name);
    resources.adopt(address, kernel32.UnmapViewOfFile);
    this.#address = address;
    this.#resources = resources.move();
  }

  get(index: number): number {
    return new DataView(readMemory(this.#at(index), bytesPerNumber).buffer).getUint32(0, true);
  }

  set(index: number, value: number): void {
    writeMemory(this.#at(index), new Uint8Array(new Uint32Array([value]).buffer));
  }

  [Symbol.dispose](): void {
    this.#resources.dispose();
  }

  #at(index: number): Handle {
    return BigInt(this.#address) + BigInt(index * bytesPerNumber);
  }
}
