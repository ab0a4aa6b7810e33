import { fileWriter, imageCodec, imageFinder, openJsonLines } from "#runtime";
import type { Config } from "./config/options.ts";
import { systemClock } from "./core/clock.ts";
import { FairLock } from "./core/lock.ts";
import type { Log } from "./core/log.ts";
import { DisplayService } from "./desktop/displays.ts";
import { ImageSearch } from "./desktop/image-search.ts";
import { Input } from "./desktop/input.ts";
import type { Desktop } from "./desktop/port.ts";
import { TextInput } from "./desktop/text-input.ts";
import { WindowService } from "./desktop/windows.ts";
import { createMcpServer, type McpSession } from "./mcp/server.ts";
import { createResources } from "./mcp/status.ts";
import { AuditLog } from "./safety/audit-log.ts";
import { HotkeyPolicy } from "./safety/hotkeys.ts";
import type { ToolServices } from "./tools/context.ts";
import { Dispatcher } from "./tools/dispatch.ts";
import { SessionState } from "./tools/session-state.ts";

export interface AppOptions {
  readonly config: Config;
  readonly desktop: Desktop;
  readonly log: Log;
  readonly version: string;
}

/** Everything wired together, without a transport. Dispose it to let go of what it holds down. */
export interface App extends AsyncDisposable {
  /** A server for one client. Its `close` also ends the client's claims on the desktop. */
  openSession(info: { readonly id: string }): McpSession;
}

/** Throws `invalid_input` for settings that only their reader can judge, such as a hotkey that is none. */
export function createApp({ config, desktop, log, version }: AppOptions): App {
  const clock = systemClock;
  const lock = new FairLock("The desktop", clock);
  const displays = new DisplayService(desktop, config.displayIndex);
  const input = new Input(desktop, clock);
  const hotkeys = new HotkeyPolicy({
    platform: desktop.platform,
    refuse: config.refuseHotkeys,
    allow: config.allowHotkeys,
  });
  const auditFile = config.auditFile === undefined ? undefined : openJsonLines(config.auditFile, log);
  const audit = new AuditLog(config.auditSize, auditFile?.append);
  const services: ToolServices = {
    desktop,
    displays,
    input,
    textInput: new TextInput(desktop, input),
    clipboard: desktop.clipboard,
    windows: new WindowService(desktop.windows, clock),
    imageSearch: new ImageSearch(desktop, displays, imageFinder, clock),
    codec: imageCodec,
    quality: config.jpegQuality,
    files: fileWriter,
    clock,
  };
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
    desktop,
    displays,
    lock,
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
    [Symbol.asyncDispose]: async () => {
      await dispatcher.close();
      await imageFinder[Symbol.asyncDispose]();
      auditFile?.[Symbol.dispose]();
    },
  };
}
