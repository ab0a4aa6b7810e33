import { Worker } from "node:worker_threads";
import { type Clock, within } from "../../../core/clock.ts";
import { GuiAgentError } from "../../../core/errors.ts";
import type { Abortable, Clipboard, ClipboardContents, TextLoan, TextOptions } from "../../port.ts";
import type {
  ClipboardOrder,
  ClipboardResult,
  FromClipboardThread,
  ToClipboardThread,
} from "./clipboard-messages.ts";

/*
 * The clipboard of Windows (learn.microsoft.com/en-us/windows/win32/dataxchg/clipboard), from the outside in:
 *
 *   clipboard.ts                 has a thread do it, and waits no longer than it may
 *   └ clipboard-thread.ts        waits for other programs
 *     └ direct-clipboard.ts      reads, writes and lends
 *       ├ loan.ts                lends a text, sees whether it is pasted, and puts back what was there
 *       │ ├ paste-target.ts      which program would paste now, and with which keys
 *       │ ├ offer.ts             what we have there, and answers those who fetch what is only promised
 *       │ └ save.ts              what another program has copied
 *       │   ├ formats.ts         what can be saved, and how
 *       │   └ owner.ts           whether that program would answer
 *       ├ text-items.ts          text as it is put there
 *       │ └ text.ts              its bytes
 *       ├ items.ts               bytes to and from the system
 *       ├ open-clipboard.ts      nobody else can use it meanwhile
 *       └ message-window.ts      the system wants a window for all this
 *
 * What is there by value belongs to the system and outlives us; a promise does not. So nothing stays promised.
 */

/** A little more than the thread gives itself, unless it waits for a program in a way that cannot be ended. */
const withinMs = 12_000;

/** The clipboard of Windows. Disposal puts back what is lent. */
export class Win32Clipboard implements Clipboard, AsyncDisposable {
  readonly #clock: Clock;
  readonly #pending = new Map<number, PromiseWithResolvers<ClipboardResult>>();
  #thread: Worker | undefined;
  #lastId = 0;
  /** The order that a program keeps the thread with. */
  #stuckWith: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async read(signal: AbortSignal): Promise<ClipboardContents> {
    const result = await this.#have({ do: "read" }, { signal });
    return result.did === "read" ? result.contents : outOfOrder();
  }

  async writeText(text: string, { isSecret }: TextOptions): Promise<void> {
    await this.#have({ do: "writeText", text, isSecret });
  }

  async lend(text: string, { signal }: Abortable): Promise<TextLoan> {
    const lent = await this.#have({ do: "lend", text }, { signal });
    const thread = this.#thread;
    return {
      pasteKeys: lent.did === "lend" ? lent.pasteKeys : outOfOrder(),
      taken: async (timeoutMs, waiting) => {
        if (this.#thread !== thread) throw threadEnded();
        const order = { do: "awaitPaste", timeoutMs } as const;
        const result = await this.#have(order, { signal: waiting, ms: timeoutMs + withinMs });
        return result.did === "awaitPaste" ? result.outcome : outOfOrder();
      },
      [Symbol.asyncDispose]: async () => {
        // At the end of the thread it was put back, or cannot be any more.
        if (this.#thread === thread) await this.#have({ do: "putBack" });
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const thread = this.#thread;
    if (thread === undefined) return;
    try {
      // A thread that somebody keeps waiting has taken nothing yet.
      if (this.#stuckWith === undefined) await this.#have({ do: "settle" });
    } finally {
      // Not awaited: a thread that is kept waiting ends with the process.
      void thread.terminate();
    }
  }

  /** Throws `clipboard_unavailable` when it is not done in time, and `cancelled` at once when the signal fires. */
  async #have(
    order: ClipboardOrder,
    { signal, ms = withinMs }: { readonly signal?: AbortSignal; readonly ms?: number } = {},
  ): Promise<ClipboardResult> {
    // What is to be put back must at least wait in line.
    if (this.#stuckWith !== undefined && order.do !== "putBack") throw keepsUsWaiting();
    this.#lastId += 1;
    const id = this.#lastId;
    const pending = Promise.withResolvers<ClipboardResult>();
    this.#pending.set(id, pending);
    try {
      this.#send({ id, order });
      const result = await within(this.#clock, ms, pending.promise, signal);
      if (result !== undefined) return result;
      this.#stuckWith = id;
      throw keepsUsWaiting();
    } finally {
      if (this.#pending.delete(id)) this.#send({ cancelled: id });
    }
  }

  #send(message: ToClipboardThread): void {
    this.#thread ??= this.#start();
    this.#thread.postMessage(message);
  }

  #start(): Worker {
    const thread = new Worker(new URL("./clipboard-thread.ts", import.meta.url));
    // What waits for an answer keeps the program running, not the thread.
    thread.unref();
    thread.on("message", (message: FromClipboardThread) => this.#answered(message));
    const end = (cause?: unknown) => this.#ended(thread, cause);
    thread.on("error", end);
    thread.on("exit", () => end());
    return thread;
  }

  #answered({ id, result }: FromClipboardThread): void {
    if (this.#stuckWith === id) this.#stuckWith = undefined;
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (result.did === "fail") {
      const { code, message, remedy } = result;
      pending?.reject(new GuiAgentError(code, message, remedy === undefined ? {} : { remedy }));
    } else if (pending !== undefined) pending.resolve(result);
    // Lent for a call that has been cancelled meanwhile.
    else if (result.did === "lend") this.#send({ id, order: { do: "putBack" } });
  }

  /** The next call starts another one. */
  #ended(thread: Worker, cause: unknown): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    this.#stuckWith = undefined;
    for (const { reject } of this.#pending.values()) reject(threadEnded(cause));
    this.#pending.clear();
  }
}

function keepsUsWaiting(): GuiAgentError {
  return new GuiAgentError(
    "clipboard_unavailable",
    "The program that has copied what is on the clipboard does not hand it out, and keeps everybody waiting who asks for it.",
    { remedy: "Look whether that program hangs; close it, or wait until it has finished, then try again." },
  );
}

function threadEnded(cause?: unknown): GuiAgentError {
  return new GuiAgentError("internal", "The thread that uses the clipboard has ended.", {
    remedy: "Call again: another one is started. If that fails too, report it with the server's log.",
    cause,
  });
}

function outOfOrder(): never {
  throw new GuiAgentError("internal", "The thread that uses the clipboard answered something else.", {
    remedy: "This is a fault in gui-agent. Please report it with the server's log.",
  });
}
