import { environment, fileWriter, imageCodec, imageFinder, openJsonLines } from "#runtime";
import type { RunTask } from "./agent/port.ts";
import type { Config } from "./config/options.ts";
import { systemClock } from "./core/clock.ts";
import { FairLock } from "./core/lock.ts";
import type { Log } from "./core/log.ts";
import type { Desktop } from "./desktop/port.ts";
import { createMcpServer, type McpSession } from "./mcp/server.ts";
import { createResources } from "./mcp/status.ts";
import { ModelChoice } from "./model-choice.ts";
import { AuditLog } from "./safety/audit-log.ts";
import { HotkeyPolicy } from "./safety/hotkeys.ts";
import { Tasks } from "./tasks.ts";
import type { Caller } from "./tools/caller.ts";
import { Dispatcher } from "./tools/dispatch.ts";
import type { AnyOutcome } from "./tools/output.ts";
import { createServices } from "./tools/services.ts";
import { SessionState } from "./tools/session-state.ts";

export interface AppOptions {
  readonly config: Config;
  readonly desktop: Desktop;
  readonly log: Log;
  readonly version: string;
  readonly runTask: RunTask;
}

/** Everything wired together, without a transport. Dispose it to let go of what it holds down. */
export interface App extends AsyncDisposable {
  /** A server for one client. Its `close` also ends the client's claims on the desktop. */
  openSession(info: { readonly id: string }): McpSession;
  /** Carries out a task for nobody's session, as `gui_execute_task` does. */
  runTask(task: string, caller: Caller): Promise<AnyOutcome>;
}

/** Throws `invalid_input` for settings that only their reader can judge, such as a hotkey that is none. */
export function createApp({ config, desktop, log, version, runTask }: AppOptions): App {
  const clock = systemClock;
  const lock = new FairLock("The desktop", clock);
  const hotkeys = new HotkeyPolicy({
    platform: desktop.platform,
    refuse: config.refuseHotkeys,
    allow: config.allowHotkeys,
  });
  const auditFile = config.auditFile === undefined ? undefined : openJsonLines(config.auditFile, log);
  const audit = new AuditLog(config.auditSize, auditFile?.append);
  const models = new ModelChoice({ settings: config, environment, clock, log });
  const tasks = new Tasks({ runTask, models, settings: config, clock, log });
  const services = createServices(desktop, {
    displayIndex: config.displayIndex,
    imageFinder,
    codec: imageCodec,
    quality: config.jpegQuality,
    files: fileWriter,
    models,
    tasks,
    clock,
  });
  const dispatcher = new Dispatcher({
    services,
    desktop,
    lock,
    hotkeys,
    audit,
    lockTimeoutMs: config.lockTimeoutMs,
    onUnexpected: (operation, error) => log.error(`${operation}: ${error.stack ?? error.message}`),
  });
  const isDesktopPrivate = desktop.isPrivate;
  const resources = createResources({
    version,
    callerModel: config.callerModel,
    models,
    desktop,
    displays: services.displays,
    lock,
    tasks,
    hotkeys,
    audit,
    clock,
  });
  return {
    openSession: ({ id }) => {
      const session = new SessionState(id, config.callerModel, log);
      const opened = createMcpServer({ version, session, dispatcher, resources, log, isDesktopPrivate });
      return {
        server: opened.server,
        close: async () => {
          await opened.close();
          await dispatcher.endSession(session);
        },
      };
    },
    runTask: async (task, caller) => {
      const session = new SessionState("run", config.callerModel, log);
      return await dispatcher.call(session, "gui_execute_task", { task }, caller);
    },
    [Symbol.asyncDispose]: async () => {
      await dispatcher.close();
      await imageFinder[Symbol.asyncDispose]();
      auditFile?.[Symbol.dispose]();
    },
  };
}
