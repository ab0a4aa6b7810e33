import { within } from "../core/clock.ts";
import { GuiAgentError, toGuiAgentError } from "../core/errors.ts";
import type { GlobalPoint } from "../core/geometry.ts";
import type { FairLock } from "../core/lock.ts";
import type { Desktop, Keyboard, Readiness } from "../desktop/port.ts";
import type { AuditLog } from "../safety/audit-log.ts";
import type { HotkeyPolicy } from "../safety/hotkeys.ts";
import type { ToolServices } from "./context.ts";
import type { Effect, PreparedCall, Tool, ToolOutput } from "./define-tool.ts";
import { findTool } from "./registry.ts";
import type { SessionState } from "./session-state.ts";

export interface DispatcherOptions {
  readonly services: ToolServices;
  readonly desktop: Pick<Desktop, "assertReady" | "claim"> & {
    readonly keyboard: Pick<Keyboard, "sameKeyAs">;
  };
  readonly lock: FairLock;
  readonly hotkeys: HotkeyPolicy;
  readonly audit: AuditLog;
  /** How long an input tool waits for the desktop before it fails with `busy`. */
  readonly lockTimeoutMs: number;
  readonly onUnexpected: (operation: string, error: GuiAgentError) => void;
}

/** A button that a session left down goes up after this long, whatever became of the session. */
const maxButtonHoldMs = 120_000;

/** Cancelled calls end within milliseconds, unless the desktop hangs. */
const settleTimeoutMs = 2000;

/** What a call of each kind waits for, and what must hold before it runs. */
const conditions = {
  read: { takesTurn: false, ready: undefined },
  wait: { takesTurn: false, ready: undefined },
  input: { takesTurn: true, ready: "input" },
  change: { takesTurn: true, ready: "change" },
  release: { takesTurn: true, ready: undefined },
} as const satisfies Record<Effect, { readonly takesTurn: boolean; readonly ready: Readiness | undefined }>;

/** What came of a call. Errors are values here: nothing that a tool throws goes past the dispatcher. */
export type CallOutcome = ToolOutput | { readonly kind: "error"; readonly error: GuiAgentError };

/**
 * The one corridor to the desktop: validate → policy → lock → run → audit. Every caller goes
 * through it, and nothing else touches the desktop.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  /** The session that has the desktop reserved, the timer that ends that, and the claim that lasts as long. */
  #reserved:
    | { readonly session: SessionState; readonly timer: AbortController; readonly claim: Disposable }
    | undefined;
  /** Calls that have not ended yet, by session. */
  readonly #running = new Map<string, Set<Promise<unknown>>>();

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Never rejects: whatever goes wrong is an outcome. */
  async call(session: SessionState, name: string, raw: unknown, signal: AbortSignal): Promise<CallOutcome> {
    const call = this.#audited(session, name, raw, signal);
    const running = this.#running.get(session.id) ?? new Set();
    this.#running.set(session.id, running.add(call));
    try {
      return await call;
    } finally {
      running.delete(call);
      if (running.size === 0) this.#running.delete(session.id);
    }
  }

  async #audited(
    session: SessionState,
    name: string,
    raw: unknown,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const { audit, services } = this.#options;
    const { clock } = services;
    const time = clock.date().toISOString();
    const started = clock.now();
    let recordedInput: Record<string, unknown> = {};
    const points: GlobalPoint[] = [];
    let outcome: CallOutcome;
    try {
      const tool = findTool(name);
      const prepared = tool.prepare(raw);
      recordedInput = prepared.recordedInput;
      outcome = await this.#run(tool, prepared, session, points, signal);
    } catch (thrown) {
      outcome = { kind: "error", error: this.#explain(name, thrown, signal) };
    }
    audit.append({
      time,
      session: session.id,
      operation: name,
      input: recordedInput,
      ...(points.length === 0 ? {} : { points }),
      elapsedMs: Math.round(clock.now() - started),
      ...(outcome.kind === "error"
        ? { outcome: outcome.error.code, message: outcome.error.message }
        : { outcome: "ok" as const }),
      ...(outcome.kind === "data" && outcome.recorded !== undefined ? { result: outcome.recorded } : {}),
    });
    return outcome;
  }

  /**
   * Ends a session's claims on the desktop: what it holds down goes up, the next in line gets its turn.
   * Its calls must have been cancelled. They are waited for, since a gesture lets go at its own end.
   */
  async endSession(session: SessionState): Promise<void> {
    await this.#settled(this.#running.get(session.id) ?? []);
    await this.#options.services.input.releaseOwner(session.id);
    this.#endReservation(session);
  }

  /** The same for whatever still runs, before the desktop goes. */
  async close(): Promise<void> {
    await this.#settled([...this.#running.values()].flatMap((calls) => [...calls]));
    this.#reserved?.timer.abort();
    await this.#options.services.input.releaseAll();
  }

  /** Resolves when calls have ended; one that does not end in time must not keep the program from ending. */
  async #settled(calls: Iterable<Promise<unknown>>): Promise<void> {
    await within(this.#options.services.clock, settleTimeoutMs, Promise.all(calls));
  }

  async #run(
    tool: Tool,
    prepared: PreparedCall,
    session: SessionState,
    points: GlobalPoint[],
    signal: AbortSignal,
  ): Promise<ToolOutput> {
    const { services, desktop, hotkeys, lock, lockTimeoutMs } = this.#options;
    const context = { ...services, session, points, signal };
    if (prepared.chord.length > 0) hotkeys.check(prepared.chord);
    const { takesTurn, ready } = conditions[tool.effect];
    if (!takesTurn) return prepared.run(context);
    this.#forgetLostHold();
    const end = services.clock.now() + lockTimeoutMs;
    using _turn = await lock.acquire({
      owner: session.id,
      operation: tool.name,
      signal,
      timeoutMs: lockTimeoutMs,
    });
    using claims = new DisposableStack();
    claims.use(await desktop.claim({ timeoutMs: end - services.clock.now(), signal }));
    if (ready !== undefined) await desktop.assertReady(ready);
    if (prepared.chord.length > 0) {
      // Programs go by the key, not by what is written on it: й is on the key of q, and Ctrl+Q quits.
      const others = await Promise.all(prepared.chord.map((key) => desktop.keyboard.sameKeyAs(key)));
      hotkeys.check([...prepared.chord, ...others.flat()]);
    }
    try {
      return await prepared.run(context);
    } finally {
      // Who gave up on a call cannot be trusted to let go of a button later.
      if (signal.aborted) await services.input.releaseOwner(session.id);
      this.#reserveWhileHolding(tool, session, claims);
    }
  }

  /**
   * A session that left a mouse button down keeps the desktop between its calls, since any other
   * session's move would drag what it holds; but not for ever.
   * @param claims what keeps other processes out
   */
  #reserveWhileHolding(tool: Tool, session: SessionState, claims: DisposableStack): void {
    const { lock, services } = this.#options;
    const { input, clock } = services;
    if (input.buttonOwner !== session.id) {
      this.#endReservation(session);
      return;
    }
    if (this.#reserved !== undefined) return;
    lock.reserve(session.id, `${tool.name} (holds a mouse button)`);
    const timer = new AbortController();
    this.#reserved = { session, timer, claim: claims.move() };
    clock.sleep(maxButtonHoldMs, timer.signal).then(
      () => this.endSession(session),
      () => undefined,
    );
  }

  /** A button that went up with a lost desktop reserves nothing any more. */
  #forgetLostHold(): void {
    const session = this.#reserved?.session;
    if (session !== undefined && this.#options.services.input.buttonOwner !== session.id)
      this.#endReservation(session);
  }

  #endReservation(session: SessionState): void {
    if (this.#reserved?.session.id !== session.id) return;
    this.#reserved.timer.abort();
    this.#reserved.claim[Symbol.dispose]();
    this.#reserved = undefined;
    this.#options.lock.unreserve(session.id);
  }

  #explain(operation: string, thrown: unknown, signal: AbortSignal): GuiAgentError {
    if (signal.aborted)
      return new GuiAgentError("cancelled", `${operation} was cancelled.`, { cause: thrown });
    const error = toGuiAgentError(thrown);
    if (error.code === "internal") this.#options.onUnexpected(operation, error);
    return error;
  }
}
