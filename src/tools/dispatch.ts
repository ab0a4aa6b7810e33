import { within } from "../core/clock.ts";
import { GuiAgentError, throwIfCancelled, toGuiAgentError } from "../core/errors.ts";
import type { GlobalPoint } from "../core/geometry.ts";
import { type AcquireOptions, describeUse, type FairLock, longestTimerMs } from "../core/lock.ts";
import { describeClaim } from "../desktop/claimed-by-another.ts";
import type { Input } from "../desktop/input.ts";
import type { ClaimHolder, Desktop, Keyboard, Readiness } from "../desktop/port.ts";
import type { AuditLog } from "../safety/audit-log.ts";
import type { HotkeyPolicy } from "../safety/hotkeys.ts";
import { Secrets } from "../safety/secrets.ts";
import type { Caller } from "./caller.ts";
import type { ToolContext, ToolServices } from "./context.ts";
import type { Effect, PreparedCall, Tool } from "./define-tool.ts";
import type { AnyOutcome, TaskReport, ToolOutput } from "./output.ts";
import { type OwnCall, OwnCalls } from "./own-calls.ts";
import { asRefusal } from "./refusal.ts";
import { findTool } from "./registry.ts";
import { Reservation } from "./reservation.ts";
import type { SessionState } from "./session-state.ts";
import { givingUpOnSilence } from "./silence.ts";

export interface DispatcherOptions {
  readonly services: ToolServices;
  readonly desktop: Pick<Desktop, "abandonIfSilent" | "assertReady" | "claim"> & {
    readonly keyboard: Pick<Keyboard, "sameKeyAs">;
  };
  readonly lock: FairLock;
  readonly hotkeys: HotkeyPolicy;
  readonly audit: AuditLog;
  /** How long an input tool waits for the desktop before it fails with `busy`. */
  readonly lockTimeoutMs: number;
  readonly onUnexpected: (operation: string, error: GuiAgentError) => void;
}

/** Cancelled calls end within milliseconds, unless the desktop hangs. */
const settleTimeoutMs = 2000;
/** Those of a task as well, and whoever cancels it wants the desktop back within a second. */
const ownCallsTimeoutMs = 400;

/** What a call of each kind waits for, and what must hold before it runs. */
const conditions = {
  read: { takesTurn: false, ready: undefined },
  wait: { takesTurn: false, ready: undefined },
  input: { takesTurn: true, ready: "input" },
  change: { takesTurn: true, ready: "change" },
  release: { takesTurn: true, ready: undefined },
  model: { takesTurn: false, ready: undefined },
  task: { takesTurn: true, ready: "input" },
} as const satisfies Record<Effect, { readonly takesTurn: boolean; readonly ready: Readiness | undefined }>;

/** A call as it came in. */
interface Incoming {
  readonly session: SessionState;
  readonly name: string;
  readonly raw: unknown;
  readonly caller: Caller;
  /** Whose turn it is part of: it takes its own, or has that of the task that makes it. */
  readonly turn: "its own" | "of its task";
  /** Collects what is secret in it. */
  readonly secrets: Secrets;
}

/**
 * The one corridor to the desktop: validate → policy → lock → run → audit. Every caller goes
 * through it, and nothing else touches the desktop. The calls that a task makes go through it too, but
 * for the lock, which the task has.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #reservation: Reservation;
  /** Calls that have not ended yet, by session. */
  readonly #running = new Map<string, Set<Promise<unknown>>>();

  constructor(options: DispatcherOptions) {
    this.#options = options;
    const { lock, services } = options;
    const onExpired = (session: SessionState) => void this.endSession(session);
    this.#reservation = new Reservation({ ...services, lock, onExpired });
  }

  /** Never rejects: whatever goes wrong is an outcome. */
  async call(session: SessionState, name: string, raw: unknown, caller: Caller): Promise<AnyOutcome> {
    const call = this.#audited({ session, name, raw, caller, turn: "its own", secrets: new Secrets() });
    const running = this.#running.get(session.id) ?? new Set();
    this.#running.set(session.id, running.add(call));
    try {
      return await call;
    } finally {
      running.delete(call);
      if (running.size === 0) this.#running.delete(session.id);
    }
  }

  async #audited({ session, name, raw, caller, turn, secrets }: Incoming): Promise<AnyOutcome> {
    const { audit, services } = this.#options;
    const { clock } = services;
    const time = clock.date().toISOString();
    const started = clock.now();
    let prepared: PreparedCall | undefined;
    const points: GlobalPoint[] = [];
    let outcome: AnyOutcome;
    try {
      const tool = findTool(name);
      prepared = tool.prepare(raw);
      for (const text of prepared.secrets) secrets.add(text);
      outcome = await this.#run(tool, prepared, { ...services, ...caller, session, points, secrets }, turn);
    } catch (thrown) {
      outcome = { kind: "error", error: this.#explain(name, thrown, caller.signal) };
    }
    audit.append({
      time,
      session: session.id,
      operation: name,
      // Only now: what a task was told in its words, it has typed as a secret since.
      input: prepared?.recordedInput((text) => secrets.recordable(text)) ?? {},
      ...(points.length === 0 ? {} : { points }),
      elapsedMs: Math.round(clock.now() - started),
      ...("error" in outcome && outcome.error !== undefined
        ? { outcome: outcome.error.code, message: secrets.hide(outcome.error.message) }
        : { outcome: "ok" as const }),
      ...("recorded" in outcome && outcome.recorded !== undefined ? { result: outcome.recorded } : {}),
    });
    return outcome;
  }

  /**
   * Ends a session's claims on the desktop: what it holds down goes up, the next in line gets its turn.
   * Its calls must have been cancelled. They are waited for, since a gesture lets go at its own end.
   */
  async endSession(session: SessionState): Promise<void> {
    await this.#settled(this.#running.get(session.id) ?? []);
    await this.#letGo((input) => input.releaseOwner(session.id));
    this.#reservation.end(session);
  }

  /** The same for whatever still runs, before the desktop goes. */
  async close(): Promise<void> {
    await this.#settled([...this.#running.values()].flatMap((calls) => [...calls]));
    this.#reservation.stopTimer();
    await this.#letGo((input) => input.releaseAll());
  }

  /** A desktop that hangs lets go once it answers again, and keeps nobody waiting until then. */
  async #letGo(release: (input: Input) => Promise<void>): Promise<void> {
    const { services, desktop } = this.#options;
    using _patience = givingUpOnSilence(desktop, services.clock, AbortSignal.abort());
    await release(services.input);
  }

  /** Resolves when calls have ended; one that does not end in time must not keep the program from ending. */
  async #settled(calls: Iterable<Promise<unknown>>): Promise<void> {
    await within(this.#options.services.clock, settleTimeoutMs, Promise.all(calls));
  }

  async #run(
    tool: Tool,
    prepared: PreparedCall,
    context: ToolContext,
    turn: Incoming["turn"],
  ): Promise<ToolOutput | TaskReport> {
    const { hotkeys, lock, lockTimeoutMs } = this.#options;
    if (prepared.chord.length > 0) hotkeys.check(prepared.chord);
    if (turn === "of its task") {
      assertPartOfTask(tool);
      throwIfCancelled(context.signal);
      return await this.#act(tool, prepared, context, lockTimeoutMs);
    }
    await prepared.assertPossible(context);
    if (!conditions[tool.effect].takesTurn) return await this.#perform(prepared, context);
    this.#reservation.forgetLostHold();
    const end = context.clock.now() + lockTimeoutMs;
    using _turn = await lock.acquire(this.#placeInLine(tool, context));
    using _patience = givingUpOnSilence(this.#options.desktop, context.clock, context.signal);
    const claimWithinMs = tool.effect === "task" ? longestTimerMs : end - context.clock.now();
    return await this.#act(tool, prepared, context, claimWithinMs);
  }

  #placeInLine(tool: Tool, { session, signal, report }: ToolContext): AcquireOptions {
    const { lock, lockTimeoutMs } = this.#options;
    return {
      owner: session.id,
      operation: tool.name,
      signal,
      // A task is worth waiting for, and its caller hears of it meanwhile.
      timeoutMs: tool.effect === "task" ? undefined : lockTimeoutMs,
      onPlace: (place) =>
        report(`${describeUse("The desktop", lock.holder)}; this call is number ${place} in line`),
    };
  }

  /**
   * Does what was asked for, in the call's turn if it needs one.
   * @param claimWithinMs how long another gui-agent may take to leave the desktop; a task has it already
   */
  async #act(
    tool: Tool,
    prepared: PreparedCall,
    context: ToolContext,
    claimWithinMs: number,
  ): Promise<ToolOutput | TaskReport> {
    const { desktop, hotkeys } = this.#options;
    const { session, signal, report } = context;
    const { takesTurn, ready } = conditions[tool.effect];
    if (!takesTurn) return await this.#perform(prepared, context);
    using claims = new DisposableStack();
    const onWait = (holder: ClaimHolder) => report(`${describeClaim(holder)}; this call waits for it`);
    claims.use(await desktop.claim({ timeoutMs: claimWithinMs, signal, onWait }));
    throwIfCancelled(signal);
    if (ready !== undefined) await this.#assertReady(ready, signal);
    if (prepared.chord.length > 0) {
      // Programs go by the key, not by what is written on it: й is on the key of q, and Ctrl+Q quits.
      const others = await Promise.all(prepared.chord.map((key) => desktop.keyboard.sameKeyAs(key)));
      hotkeys.check([...prepared.chord, ...others.flat()]);
    }
    try {
      return await this.#perform(prepared, context);
    } finally {
      // Who gave up on a call cannot be trusted to let go of a button later; after a task nobody would.
      if (signal.aborted || tool.effect === "task")
        await this.#letGo((input) => input.releaseOwner(session.id));
      this.#reservation.update(session, tool.name, claims);
    }
  }

  async #assertReady(forWhat: Readiness, signal: AbortSignal): Promise<void> {
    const { desktop, services } = this.#options;
    try {
      // It waits a while for keys and buttons that somebody holds.
      await within(services.clock, longestTimerMs, desktop.assertReady(forWhat), signal);
    } catch (thrown) {
      throw asRefusal(toGuiAgentError(thrown));
    }
  }

  async #perform(prepared: PreparedCall, context: ToolContext): Promise<ToolOutput | TaskReport> {
    const { secrets } = context;
    const ownCall: OwnCall = (session, name, raw, signal) =>
      this.#audited({ session, name, raw, caller: { ...context, signal }, turn: "of its task", secrets });
    await using ownCalls = new OwnCalls(ownCall, context.clock, ownCallsTimeoutMs);
    return await prepared.run({ ...context, operatorFor: (session) => ownCalls.operatorFor(session) });
  }

  #explain(operation: string, thrown: unknown, signal: AbortSignal): GuiAgentError {
    if (signal.aborted)
      return new GuiAgentError("cancelled", `${operation} was cancelled.`, { cause: thrown });
    const error = toGuiAgentError(thrown);
    if (error.code === "internal") this.#options.onUnexpected(operation, error);
    return error;
  }
}

/** Tasks within tasks would have no end, and the model of a task sees the screen itself. */
function assertPartOfTask({ name, effect }: Tool): void {
  if (effect !== "task" && effect !== "model") return;
  throw new GuiAgentError("unsupported", `${name} cannot be used within a task.`, {
    remedy: "Use the tools that look, click and type. Nothing was done.",
  });
}
