import { memoryAt } from "../../native/memory.ts";
import { SharedSecurity } from "./shared-security.ts";
import { notShared, type SharingApi } from "./sharing-api.ts";

const noFile = -1;
const readWrite = 4;
const mapReadWrite = 6;

/** Numbers of 32 bits that processes share under a name; all 0 at first. */
export class SharedNumbers implements Disposable {
  readonly #resources: DisposableStack;
  readonly #numbers: DataView;

  constructor(api: SharingApi, name: string, count: number) {
    using resources = new DisposableStack();
    const { kernel32 } = api;
    const length = count * 4;
    const security = resources.use(new SharedSecurity(api));
    const mapping = kernel32.CreateFileMappingW(noFile, security.attributes, readWrite, 0, length, name);
    if (Number(mapping) === 0) throw notShared(name);
    resources.adopt(mapping, kernel32.CloseHandle);
    const address = kernel32.MapViewOfFile(mapping, mapReadWrite, 0, 0, length);
    if (Number(address) === 0) throw notShared(name);
    resources.adopt(address, kernel32.UnmapViewOfFile);
    this.#numbers = new DataView(memoryAt(address, length).buffer);
    this.#resources = resources.move();
  }

  get(index: number): number {
    return this.#numbers.getUint32(index * 4, true);
  }

  set(index: number, value: number): void {
    this.#numbers.setUint32(index * 4, value, true);
  }

  [Symbol.dispose](): void {
    this.#resources.dispose();
  }
}
