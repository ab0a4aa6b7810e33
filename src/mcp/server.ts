import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CallToolRequestParamsSchema,
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type ServerNotification,
} from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import type { Log } from "../core/log.ts";
import type { Dispatcher } from "../tools/dispatch.ts";
import { type ToolListing, toToolListing } from "../tools/project.ts";
import { tools } from "../tools/registry.ts";
import { toToolResult } from "../tools/result.ts";
import type { SessionState } from "../tools/session-state.ts";
import { BackgroundCalls } from "./background-calls.ts";
import { startProgress } from "./progress.ts";
import { addResources, type Resource } from "./resources.ts";
import { samplerOf } from "./sampling.ts";

export interface McpServerOptions {
  readonly version: string;
  readonly session: SessionState;
  readonly dispatcher: Dispatcher;
  readonly resources: readonly Resource[];
  readonly log: Log;
  /** Whether the desktop is empty until somebody starts a program on it. */
  readonly isDesktopPrivate: boolean;
}

export interface McpSession {
  readonly server: McpServer;
  /** Stops what the session runs in the background. The transport is closed by its owner. */
  close(): Promise<void>;
}

const instructions = `Eyes and hands on the user's desktop.
Look first: gui_screenshot shows one display. To act on something that you see in the picture, pass its pixel position in that picture with coordinateMode "image-absolute"; without coordinateMode, x and y are logical points of the display. Never compute scales yourself.
After an action, look again before you go on; where a program needs time first, gui_wait with untilStable.`;

const emptyDesktop =
  "This is a private desktop, empty at first. A right click on its background opens a menu with the programs that are installed; gui://status names the DISPLAY and XAUTHORITY with which a program can be started on it.";

/** The same for every session. Made at the first request: schemas take a while, and start-up does not need them. */
let listings: ToolListing[] | undefined;

/**
 * Some clients send `null` for a tool without arguments, or JSON as a string. The protocol's own schema
 * refuses both in words that help no model, and the SDK applies it once more after this: so they go by
 * another name to the tool, which says what it expects.
 */
const toolCall = CallToolRequestSchema.extend({
  params: CallToolRequestParamsSchema.extend({ arguments: z.unknown().optional() }).transform(
    ({ arguments: given, ...params }) => ({ ...params, given }),
  ),
});

/** One client's MCP server: the registry's tools behind the dispatcher, and the resources. */
export function createMcpServer(options: McpServerOptions): McpSession {
  const { version, session, dispatcher, resources, log, isDesktopPrivate } = options;
  const server = new McpServer(
    { name: "gui-agent", title: "GUI Agent", version },
    {
      capabilities: { tools: {} },
      instructions: isDesktopPrivate ? `${instructions}\n${emptyDesktop}` : instructions,
    },
  );
  const background = new BackgroundCalls(server.server);
  // The tool handlers are our own: the SDK's would answer bad input with a protocol error of its
  // own wording, and validate everything a second time.
  server.server.setRequestHandler(ListToolsRequestSchema, () => {
    listings ??= tools.map(toToolListing);
    return { tools: listings };
  });
  server.server.setRequestHandler(toolCall, async ({ params }, extra) => {
    const { name, given } = params;
    const progressToken = extra._meta?.progressToken;
    if (params.task !== undefined) {
      assertTakesTask(name);
      // The stream of a call that was answered is closed.
      const sendNotification = (notification: ServerNotification) => server.server.notification(notification);
      return background.start(params.task.ttl, async ({ signal, report }) => {
        using progress = startProgress(name, { progressToken, sendNotification });
        const tell = (message: string) => {
          report(message);
          progress.report(message);
        };
        const caller = { signal, report: tell, sampler: undefined };
        return toToolResult(await dispatcher.call(session, name, given, caller));
      });
    }
    const { signal, sendNotification } = extra;
    using progress = startProgress(name, { progressToken, sendNotification });
    const sampler = samplerOf(server.server, extra, session.model);
    const caller = { signal, report: progress.report, sampler };
    return toToolResult(await dispatcher.call(session, name, given, caller));
  });
  server.server.onerror = (error) => log.warn(`Session ${session.id}: ${error.message}`);
  server.server.oninitialized = () => session.clientNamed(server.server.getClientVersion()?.name);
  const watches = addResources(server, resources);
  return {
    server,
    close: async () => {
      background[Symbol.dispose]();
      watches[Symbol.dispose]();
    },
  };
}

/** In the protocol's own words for it: such a tool has no calls that are tasks. */
function assertTakesTask(name: string): void {
  if (tools.some((tool) => tool.name === name && toToolListing(tool).execution !== undefined)) return;
  throw new McpError(ErrorCode.MethodNotFound, `${name} cannot be called as a task. Call it without one.`);
}
