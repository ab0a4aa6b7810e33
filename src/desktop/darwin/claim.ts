import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../core/clock.ts";
import { GuiAgentError } from "../../core/errors.ts";
import { claimedByAnother } from "../claimed-by-another.ts";
import type { ClaimOptions } from "../port.ts";
import type { LibSystem } from "./api/lib-system.ts";

/** How often one who waits looks whether it is its turn. */
const lookEveryMs = 10;

/** sys/file.h. */
const lockExclusively = 2;
const withoutWaiting = 4;
const unlock = 8;

/** A file that one process at a time has locked; its content is the id of that process. */
interface LockFile {
  readonly path: string;
  readonly descriptor: number;
}

/**
 * The claim of this process on the desktop, against those of other gui-agents of the same user. It is a lock
 * on a file, which the system ends together with the process: one that was killed keeps nobody out. A second
 * one is the place at the head of the line: without it, one with many calls would take the desktop again
 * before another has looked.
 */
export class DesktopClaim implements Disposable {
  readonly #system: LibSystem;
  readonly #clock: Clock;
  readonly #folder: string;
  #files: { readonly held: LockFile; readonly next: LockFile } | undefined;
  /** Claims that were given out and not disposed of. */
  #count = 0;

  /** @param folder of the user, the same for all processes; it is made */
  constructor(system: LibSystem, clock: Clock, folder: string) {
    this.#system = system;
    this.#clock = clock;
    this.#folder = folder;
  }

  /** As `Desktop.claim` says; inside one process the callers take turns already. */
  async take(options: ClaimOptions): Promise<Disposable> {
    if (this.#count === 0) await this.#wait(options);
    this.#count += 1;
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#count -= 1;
        if (this.#count === 0) this.#release(this.#open().held);
      },
    };
  }

  /** Closing the files ends their locks. */
  [Symbol.dispose](): void {
    for (const { descriptor } of Object.values(this.#files ?? {})) closeSync(descriptor);
    this.#files = undefined;
  }

  async #wait({ timeoutMs, signal }: ClaimOptions): Promise<void> {
    const end = this.#clock.now() + timeoutMs;
    const { held, next } = this.#open();
    let isNext = false;
    try {
      for (;;) {
        isNext ||= this.#tryToLock(next);
        if (isNext && this.#tryToLock(held)) return;
        if (this.#clock.now() >= end) throw claimedByAnother(holderOf(isNext ? held : next));
        await this.#clock.sleep(lookEveryMs, signal);
      }
    } finally {
      if (isNext) this.#release(next);
    }
  }

  #tryToLock({ descriptor }: LockFile): boolean {
    if (this.#system.flock(descriptor, lockExclusively | withoutWaiting) !== 0) return false;
    // For the others, to say who keeps them waiting.
    ftruncateSync(descriptor);
    writeSync(descriptor, String(process.pid), 0);
    return true;
  }

  #release({ descriptor }: LockFile): void {
    this.#system.flock(descriptor, unlock);
  }

  #open(): { readonly held: LockFile; readonly next: LockFile } {
    this.#files ??= { held: this.#openFile("desktop.lock"), next: this.#openFile("desktop-next.lock") };
    return this.#files;
  }

  /** The files stay: one that was removed would be locked by some and made anew by others. */
  #openFile(name: string): LockFile {
    const path = join(this.#folder, name);
    try {
      mkdirSync(this.#folder, { recursive: true });
      return { path, descriptor: openSync(path, "a+", 0o600) };
    } catch (cause) {
      throw new GuiAgentError("io_failed", `${path} could not be opened: ${String(cause)}`, {
        remedy:
          "Make the folder writable: by that file several gui-agents take turns on one desktop. Nothing was done.",
        cause,
      });
    }
  }
}

function holderOf({ path }: LockFile): number | undefined {
  const pid = /^\d+/.exec(readFileSync(path, "utf8"))?.[0];
  return pid === undefined ? undefined : Number(pid);
}
