import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CancelTaskRequestSchema,
  ErrorCode,
  GetTaskPayloadRequestSchema,
  GetTaskRequestSchema,
  ListTasksRequestSchema,
  McpError,
  RELATED_TASK_META_KEY,
  type Task,
} from "@modelcontextprotocol/sdk/types.js";
import { type Clock, systemClock, within } from "../core/clock.ts";
import type { ToolResult } from "../tools/result.ts";

/** How often a client should ask how its call is doing. */
const pollIntervalMs = 1000;
/** A client that has not asked for this long has vanished; its call must not keep others from the desktop. */
const longestSilenceMs = 60_000;
/** How long a result is kept, unless the client asks for less; and how many of one session's. */
const longestKeptMs = 3_600_000;
const mostKept = 8;
const mostRunning = 8;

/** What runs behind such a call. */
export type BackgroundRun = (caller: {
  readonly signal: AbortSignal;
  readonly report: (message: string) => void;
}) => Promise<ToolResult>;

interface BackgroundCall {
  readonly cancel: AbortController;
  readonly result: Promise<ToolResult>;
  task: Task;
  /** Requests of the client that wait for the result now. */
  waiting: number;
  lastAsked: number;
}

/**
 * One session's calls that are made as MCP tasks (protocol 2025-11-25): answered at once with an id by
 * which the client asks for the result later. The SDK has stores for these, but its answer to a task
 * that was cancelled is an internal error, and nothing in it notices a client that never asks again.
 */
export class BackgroundCalls implements Disposable {
  readonly #server: Server;
  readonly #clock: Clock;
  readonly #calls = new Map<string, BackgroundCall>();

  /** Answers the client's requests about its tasks. Construct it before the server is connected. */
  constructor(server: Server, clock: Clock = systemClock) {
    this.#server = server;
    this.#clock = clock;
    server.registerCapabilities({ tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } });
    server.setRequestHandler(GetTaskRequestSchema, ({ params }) => ({ ...this.#find(params.taskId).task }));
    server.setRequestHandler(ListTasksRequestSchema, () => ({
      tasks: [...this.#calls.values()].map(({ task }) => task),
    }));
    server.setRequestHandler(CancelTaskRequestSchema, ({ params }) => this.#cancel(params.taskId));
    server.setRequestHandler(GetTaskPayloadRequestSchema, async ({ params: { taskId } }, { signal }) => ({
      ...(await this.#resultOf(this.#find(taskId), signal)),
      _meta: { [RELATED_TASK_META_KEY]: { taskId } },
    }));
  }

  /** Begins a call. @param ttl for how many milliseconds the client wants the result to be kept */
  start(ttl: number | undefined, run: BackgroundRun): { readonly task: Task } {
    const running = [...this.#calls.values()].filter(({ task }) => task.status === "working");
    if (running.length >= mostRunning) {
      throw new McpError(ErrorCode.InvalidRequest, `This session runs ${running.length} tasks already.`);
    }
    const now = this.#clock.date().toISOString();
    const task: Task = {
      taskId: crypto.randomUUID(),
      status: "working",
      ttl: Math.min(Math.max(ttl ?? longestKeptMs, pollIntervalMs), longestKeptMs),
      createdAt: now,
      lastUpdatedAt: now,
      pollInterval: pollIntervalMs,
    };
    const cancel = new AbortController();
    const report = (statusMessage: string) => this.#update(call, { statusMessage });
    // Not at once: it may have something to report, and is not known yet.
    const result = Promise.resolve().then(() => run({ signal: cancel.signal, report }));
    const call: BackgroundCall = { cancel, result, task, waiting: 0, lastAsked: this.#clock.now() };
    this.#calls.set(task.taskId, call);
    this.#forgetAfterwards(call).catch(() => undefined);
    this.#cancelWhenForgotten(call).catch(() => undefined);
    return { task };
  }

  /** Cancels what runs. */
  [Symbol.dispose](): void {
    for (const { cancel } of this.#calls.values()) cancel.abort();
    this.#calls.clear();
  }

  #find(taskId: string): BackgroundCall {
    const call = this.#calls.get(taskId);
    if (call === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no task ${taskId}.`);
    call.lastAsked = this.#clock.now();
    return call;
  }

  async #resultOf(call: BackgroundCall, signal: AbortSignal): Promise<ToolResult> {
    call.waiting += 1;
    try {
      const gone = new Promise<undefined>((resolve) => {
        signal.addEventListener("abort", () => resolve(undefined), { once: true });
      });
      const result = await Promise.race([call.result, gone]);
      if (result !== undefined) return result;
      throw new McpError(ErrorCode.InvalidRequest, "The request was cancelled.");
    } finally {
      call.waiting -= 1;
      call.lastAsked = this.#clock.now();
    }
  }

  #cancel(taskId: string): Task {
    const call = this.#find(taskId);
    if (call.task.status !== "working") {
      throw new McpError(ErrorCode.InvalidParams, `Task ${taskId} has ended: it is ${call.task.status}.`);
    }
    this.#end(call, "The client cancelled the task.");
    return { ...call.task };
  }

  #end(call: BackgroundCall, statusMessage: string): void {
    this.#update(call, { status: "cancelled", statusMessage });
    call.cancel.abort();
  }

  #update(call: BackgroundCall, change: Partial<Task>): void {
    // What is cancelled stays so, whatever its last words are.
    if (call.task.status !== "working") return;
    call.task = { ...call.task, ...change, lastUpdatedAt: this.#clock.date().toISOString() };
    const params = { ...call.task };
    // Nobody has to listen.
    this.#server.notification({ method: "notifications/tasks/status", params }).catch(() => undefined);
  }

  async #forgetAfterwards(call: BackgroundCall): Promise<void> {
    const result = await call.result;
    this.#update(call, { status: result.isError === true ? "failed" : "completed" });
    const ended = [...this.#calls.values()].filter(({ task }) => task.status !== "working");
    for (const { task } of ended.slice(0, -mostKept)) this.#calls.delete(task.taskId);
    await this.#clock.sleep(call.task.ttl ?? longestKeptMs, call.cancel.signal);
    this.#calls.delete(call.task.taskId);
  }

  async #cancelWhenForgotten(call: BackgroundCall): Promise<void> {
    while (call.task.status === "working") {
      const left = call.lastAsked + longestSilenceMs - this.#clock.now();
      if (left <= 0 && call.waiting === 0) this.#end(call, "The client did not ask after the task any more.");
      else await within(this.#clock, call.waiting > 0 ? longestSilenceMs : left, call.result);
    }
  }
}
