import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { getSystemErrorName } from "node:util";
import { GuiAgentError } from "../../core/errors.ts";
import type { ClaimPlace, ClaimPlaces } from "../claim-in-line.ts";
import { lastErrno } from "../native/errno.ts";
import type { LibSystem } from "./api/lib-system.ts";

/** sys/file.h. */
const lockExclusively = 2;
const withoutWaiting = 4;
const unlock = 8;

const names = {
  held: "desktop.lock",
  next: "desktop-next.lock",
} as const satisfies Record<ClaimPlace, string>;

/** A file that one process at a time has locked; its content is the id of that process. */
interface LockFile {
  readonly path: string;
  readonly descriptor: number;
}

/**
 * Each place is a lock on a file of the user, which the system ends together with the process: one that was
 * killed keeps nobody out. All throw `io_failed` where the files cannot be used.
 */
export class LockedClaimPlaces implements ClaimPlaces {
  readonly #system: LibSystem;
  readonly #folder: string;
  readonly #files = new Map<ClaimPlace, LockFile>();

  /** @param folder of the user, the same for all processes; it is made */
  constructor(system: LibSystem, folder: string) {
    this.#system = system;
    this.#folder = folder;
  }

  tryToTake(place: ClaimPlace): boolean {
    const { descriptor, path } = this.#file(place);
    if (this.#system.flock(descriptor, lockExclusively | withoutWaiting) !== 0) {
      const reason = lastErrno();
      if (reason === constants.errno.EWOULDBLOCK) return false;
      // Taken for somebody else's lock, it would have everybody wait for nobody.
      throw unusable(`${path} could not be locked: ${getSystemErrorName(-reason)}`);
    }
    // For the others, to say who keeps them waiting.
    ftruncateSync(descriptor);
    writeSync(descriptor, String(process.pid), 0);
    return true;
  }

  release(place: ClaimPlace): void {
    const { descriptor } = this.#file(place);
    ftruncateSync(descriptor);
    this.#system.flock(descriptor, unlock);
  }

  holder(place: ClaimPlace): number | undefined {
    const pid = /^\d+/.exec(readFileSync(this.#file(place).path, "utf8"))?.[0];
    return pid === undefined ? undefined : Number(pid);
  }

  /** Closing the files ends their locks. */
  [Symbol.dispose](): void {
    for (const { descriptor } of this.#files.values()) closeSync(descriptor);
    this.#files.clear();
  }

  #file(place: ClaimPlace): LockFile {
    const known = this.#files.get(place);
    if (known !== undefined) return known;
    const opened = this.#open(join(this.#folder, names[place]));
    this.#files.set(place, opened);
    return opened;
  }

  /** The files stay: one that was removed would be locked by some and made anew by others. */
  #open(path: string): LockFile {
    try {
      mkdirSync(this.#folder, { recursive: true });
      return { path, descriptor: openSync(path, "a+", 0o600) };
    } catch (cause) {
      throw unusable(`${path} could not be opened: ${String(cause)}`, cause);
    }
  }
}

function unusable(message: string, cause?: unknown): GuiAgentError {
  return new GuiAgentError("io_failed", message, {
    remedy:
      "Make the folder writable, on a disk that can lock files: by that file several gui-agents take turns on one desktop. Nothing was done.",
    cause,
  });
}
