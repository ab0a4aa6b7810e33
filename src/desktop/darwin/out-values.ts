import type { Handle } from "../native/types.ts";

/** Memory that the system writes one value to. */
export class OutValue {
  readonly memory = new Uint8Array(8);
  readonly #view = new DataView(this.memory.buffer);

  /** An address, or a `long`. */
  get address(): Handle {
    return this.#view.getBigUint64(0, true);
  }

  get count(): number {
    return Number(this.#view.getBigUint64(0, true));
  }

  get uint32(): number {
    return this.#view.getUint32(0, true);
  }

  get float64(): number {
    return this.#view.getFloat64(0, true);
  }
}

export function isNone(address: Handle): boolean {
  return BigInt(address) === 0n;
}
