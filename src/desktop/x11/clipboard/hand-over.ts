import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { childEnvironment, ownCommand } from "#runtime";
import { type Clock, within } from "../../../core/clock.ts";
import { GuiAgentError } from "../../../core/errors.ts";
import type { ServerOptions } from "../connect.ts";
import type { X11Session } from "../session.ts";
import { ForeignSelection } from "./foreign-selection.ts";
import { type Items, selections } from "./items.ts";
import { encodeSelections, type KeptSelection } from "./kept-selections.ts";
import type { SelectionOwner } from "./owner.ts";
import { answerWithinMs, serverTime } from "./requestor.ts";

/** How long the program that keeps the selections may take to own them, on a loaded machine. */
const keptWithinMs = 5_000;

/**
 * Sees to it that what our selections hold outlives us: the desktop's clipboard manager takes it over,
 * or else a small process of ours, until somebody copies something else.
 * Throws `clipboard_unavailable` when it will be lost.
 */
export async function handOver(
  session: X11Session,
  owner: SelectionOwner,
  options: ServerOptions,
  clock: Clock,
): Promise<void> {
  const kept: KeptSelection[] = [];
  for (const name of selections) {
    if (!hasContents(await owner.held(name))) continue;
    if (name === "CLIPBOARD") await askManager(session, clock);
    const since = await serverTime(session, clock);
    // Not any more when a manager has taken it, or somebody has copied something.
    const items = await owner.held(name);
    if (hasContents(items)) kept.push({ name, since, items });
  }
  if (kept.length > 0) await startKeeper(kept, options, clock);
}

function hasContents(items: Items | undefined): items is Items {
  return items !== undefined && items.size > 0;
}

/** Asks the desktop's clipboard manager, if there is one, to take the clipboard over (freedesktop.org, ClipboardManager). */
async function askManager(session: X11Session, clock: Clock): Promise<void> {
  const { signal } = new AbortController();
  try {
    const patience = { until: clock.now() + answerWithinMs, signal };
    using manager = await ForeignSelection.open(session, "CLIPBOARD_MANAGER", clock, patience);
    await manager?.ask("SAVE_TARGETS");
  } catch (thrown) {
    // One that does not answer does not save either.
    if (!(thrown instanceof GuiAgentError && thrown.code === "clipboard_unavailable")) throw thrown;
  }
}

/** Starts the process, in a session of its own and without any file of ours, and waits until it owns the selections. */
async function startKeeper(
  kept: readonly KeptSelection[],
  { display, authority }: ServerOptions,
  clock: Clock,
): Promise<void> {
  const [program, ...parameters] = ownCommand();
  const child = spawn(program, [...parameters, "keep-clipboard"], {
    detached: true,
    // A folder in use could not be unmounted.
    cwd: "/",
    env: childEnvironment({
      ...(display === undefined ? {} : { DISPLAY: display }),
      ...(authority === undefined ? {} : { XAUTHORITY: resolve(authority) }),
    }),
    stdio: ["pipe", "pipe", "ignore"],
  });
  const { promise: isKept, resolve: settle } = Promise.withResolvers<boolean>();
  child.stdout.once("data", () => settle(true));
  child.stdout.once("close", () => settle(false));
  child.once("error", () => settle(false));
  // It has ended before it has read everything, which the end of its output tells.
  child.stdin.on("error", () => undefined);
  child.stdin.end(encodeSelections(kept));
  const isDone = await within(clock, keptWithinMs, isKept);
  child.stdin.destroy();
  child.stdout.destroy();
  child.unref();
  if (isDone === true) return;
  throw new GuiAgentError(
    "clipboard_unavailable",
    "The process that keeps what is on the clipboard could not be started, so the clipboard will be empty.",
    { remedy: `Check that ${program} can still be run.` },
  );
}
