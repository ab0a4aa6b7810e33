import { Worker } from "node:worker_threads";
import { GuiAgentError } from "../core/errors.ts";
import type { ImageAnswer, ImageFinder, ImageQuery } from "../imaging/image-finder.ts";
import type { SearchOrder, SearchReport } from "./image-search-messages.ts";

interface Pending extends Pick<PromiseWithResolvers<ImageAnswer>, "resolve" | "reject"> {
  readonly id: number;
}

/** Finds in a thread, which starts with the first search, ends with disposal, and starts again when there is another. */
class ThreadedImageFinder implements ImageFinder {
  #thread: Worker | undefined;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;

  async find(query: ImageQuery, signal: AbortSignal): Promise<ImageAnswer> {
    if (signal.aborted) throw cancelled();
    this.#lastId += 1;
    const id = this.#lastId;
    const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const { promise, resolve, reject } = Promise.withResolvers<ImageAnswer>();
    const cancel = () => {
      Atomics.store(stop, 0, 1);
      reject(cancelled());
    };
    this.#pending.set(id, { id, resolve, reject });
    signal.addEventListener("abort", cancel, { once: true });
    try {
      this.#thread ??= this.#start();
      const order: SearchOrder = { id, query, stop };
      this.#thread.postMessage(order, [query.screen.buffer.buffer].filter(isTransferable));
      return await promise;
    } finally {
      signal.removeEventListener("abort", cancel);
      this.#pending.delete(id);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(new URL("./image-search-thread.ts", import.meta.url));
    // What waits for an answer keeps the program running, not the thread.
    thread.unref();
    thread.on("message", (report: SearchReport) => this.#settle(report));
    const end = (cause?: unknown) => this.#ended(thread, cause);
    thread.on("error", end);
    thread.on("exit", () => end());
    return thread;
  }

  #settle(report: SearchReport): void {
    const pending = this.#pending.get(report.id);
    if (pending === undefined) return;
    if ("answer" in report) pending.resolve(report.answer);
    else {
      const { code, message, remedy } = report.failure;
      pending.reject(new GuiAgentError(code, message, remedy === undefined ? {} : { remedy }));
    }
  }

  /** The next search starts another one. */
  #ended(thread: Worker, cause: unknown): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    for (const { reject } of this.#pending.values()) {
      reject(
        new GuiAgentError("internal", "The thread that searches pictures has ended.", {
          remedy: "Call again: another one is started.",
          cause,
        }),
      );
    }
  }
}

/** The process has one thread for searches. */
export const imageFinder: ImageFinder = new ThreadedImageFinder();

function isTransferable(buffer: ArrayBufferLike): buffer is ArrayBuffer {
  return buffer instanceof ArrayBuffer;
}

function cancelled(): GuiAgentError {
  return new GuiAgentError("cancelled", "The search was cancelled by the client.");
}
