import { type Clock, within } from "../core/clock.ts";
import { GuiAgentError, toGuiAgentError } from "../core/errors.ts";
import type { FairLock } from "../core/lock.ts";
import { platforms } from "../core/platforms.ts";
import type { DisplayService } from "../desktop/displays.ts";
import type { Desktop } from "../desktop/port.ts";
import type { AuditLog } from "../safety/audit-log.ts";
import type { HotkeyPolicy } from "../safety/hotkeys.ts";
import type { RunningTask } from "../tools/tasks.ts";
import type { Resource } from "./resources.ts";
import { Watch } from "./watch.ts";

export interface StatusSources {
  readonly version: string;
  /** The setting of that name: which model the screenshots are made for. */
  readonly callerModel: string;
  /** What tools that ask a model would ask. */
  readonly models: { describe(): Readonly<Record<"provider" | "model" | "problem", string | null>> };
  readonly desktop: Desktop;
  readonly displays: DisplayService;
  readonly lock: FairLock;
  readonly tasks: { readonly running: RunningTask | undefined };
  readonly hotkeys: HotkeyPolicy;
  readonly audit: AuditLog;
  readonly clock: Clock;
}

/** A desktop that works answers within milliseconds. */
const answerWithinMs = 2_000;

/** What the program tells about itself. Built so that a missing desktop is shown, not thrown. */
export function createResources(sources: StatusSources): readonly Resource[] {
  const { version, callerModel, models, desktop, displays, lock, tasks, hotkeys, audit, clock } = sources;
  const startedAt = clock.date().toISOString();

  const status = async () => {
    const [listed, granted] = await Promise.all([
      orError(() => answered(clock, displays.list())),
      desktop.permissions(),
    ]);
    return {
      running: true,
      version,
      startedAt,
      callerModel,
      visionModel: models.describe(),
      platform: desktop.platform,
      // What the program has been tried on, so that an agent can weigh what it sees.
      platforms,
      session: desktop.session(),
      displays: listed,
      lock: { holder: lock.holder ?? null, waiting: lock.waiting },
      task: tasks.running ?? null,
      refusedHotkeys: hotkeys.refused,
      permissions: granted.map(({ name, state }) => ({ name, state })),
    };
  };
  const permissions = async () => ({ permissions: await desktop.permissions() });

  return [
    {
      uri: "gui://status",
      title: "Status",
      description:
        "Version, platform, displays, who uses the desktop and for which task, which vision model tools ask, and what is missing.",
      read: status,
      watch: new Watch(async () => JSON.stringify(await status()), clock),
    },
    {
      uri: "gui://permissions",
      title: "Permissions",
      description: "What the desktop must grant or have, whether it does, and how to fix it.",
      read: permissions,
      watch: new Watch(async () => JSON.stringify(await permissions()), clock),
    },
    {
      uri: "gui://audit-log",
      title: "Audit log",
      description: "The last operations, oldest first: when, who, what, where, and how it went.",
      read: async () => ({ entries: audit.entries() }),
      watch: new Watch(async () => String(audit.sequence), clock),
    },
  ];
}

/** What a desktop answers; who only asks how things are is not kept waiting by one that hangs. */
async function answered<Value>(clock: Clock, asked: Promise<Value>): Promise<Value> {
  const answer = await within(clock, answerWithinMs, asked);
  if (answer !== undefined) return answer;
  throw new GuiAgentError("display_unavailable", "The display does not answer.");
}

async function orError<Value>(read: () => Promise<Value>): Promise<Value | { error: string }> {
  try {
    return await read();
  } catch (thrown) {
    return { error: toGuiAgentError(thrown).message };
  }
}
