import { closeSync, fstatSync, openSync, readSync, unlinkSync, writeSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { SharedMemory } from "x11";
import { GuiAgentError } from "../../core/errors.ts";
import type { Rect } from "../../core/geometry.ts";
import { allPlanes, bytesPerPixel, zPixmap } from "./pixel-format.ts";
import type { X11Session } from "./session.ts";

const directory = "/dev/shm";
/** Bytes read at once. */
const pieceSize = 4_000_000;

/** Memory shared with the X server: a nameless file that the server has mapped. */
export interface SharedSegment {
  /** Bytes. */
  readonly size: number;
  /**
   * Has the server write an area of the root window, then copies it to the start of `target`.
   * Not to be called again before the last call has ended.
   */
  capture(area: Rect, target: Uint8Array): Promise<void>;
  close(): void;
}

let created = 0;

/**
 * Shares `size` bytes with the server. Throws where that is not possible: no tmpfs, a full one, or a
 * server that does not see this machine's memory.
 */
export async function openSegment(
  session: X11Session,
  extension: SharedMemory,
  size: number,
): Promise<SharedSegment> {
  const file = createNamelessFile(size);
  try {
    const id = session.client.AllocID();
    await session.batch(() => extension.AttachFd(id, file, false));
    let isOpen = true;
    return {
      size,
      capture: async (area, target) => {
        const { x, y, width, height } = area;
        await session.call((done) =>
          extension.GetImage(session.root, x, y, width, height, allPlanes, zPixmap, id, 0, done),
        );
        const length = width * height * bytesPerPixel;
        for (let start = 0; start < length; start += pieceSize) {
          // Others have their turn between two pieces: a large screen in new memory takes up to 40 ms.
          if (start > 0) await setImmediate();
          // The number of a closed file may be another file's by now.
          if (!isOpen) throw lostMeanwhile();
          readFully(file, target.subarray(0, Math.min(start + pieceSize, length)), start);
        }
      },
      close: () => {
        isOpen = false;
        closeSync(file);
        if (!session.isLost) extension.Detach(id);
      },
    };
  } catch (thrown) {
    closeSync(file);
    throw thrown;
  }
}

/** Without a name the memory is gone with its last user, however that one ends. */
function createNamelessFile(size: number): number {
  created += 1;
  const path = `${directory}/gui-agent-${process.pid}-${created}`;
  const file = openSync(path, "wx+", 0o600);
  try {
    unlinkSync(path);
    // Written rather than truncated to size: on a full tmpfs a hole would come back as a black picture.
    const zeros = new Uint8Array(Math.min(size, 1 << 20));
    for (let written = 0; written < size; ) {
      written += writeSync(file, zeros, 0, Math.min(zeros.length, size - written));
    }
    if (fstatSync(file).size !== size) throw new Error(`${directory} has no room for ${size} bytes`);
    return file;
  } catch (thrown) {
    closeSync(file);
    throw thrown;
  }
}

/** Fills `target` from `start` on with what is at the same place of the file. */
function readFully(file: number, target: Uint8Array, start: number): void {
  for (let done = start; done < target.length; ) {
    const count = readSync(file, target, done, target.length - done, done);
    if (count === 0) throw endsEarly();
    done += count;
  }
}

function lostMeanwhile(): GuiAgentError {
  return new GuiAgentError(
    "display_unavailable",
    "The connection to the X server was lost while it handed out the picture.",
    { remedy: "Take the screenshot again: the next call connects again by itself." },
  );
}

function endsEarly(): GuiAgentError {
  return new GuiAgentError("internal", "The memory shared with the X server is shorter than the picture.", {
    remedy: "Take the screenshot again. If that fails too, report it with the server's log.",
  });
}
