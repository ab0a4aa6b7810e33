import type { Server } from "bun";
import { GuiAgentError, toGuiAgentError } from "../core/errors.ts";
import { findPortHolder, type PortHolder } from "./port-holder.ts";
import { refuse, rpcErrors } from "./refusal.ts";

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly onError: (error: Error) => void;
}

/**
 * Binds the given address and no other. Throws `port_unavailable`, with the program that has the
 * port where that can be known.
 */
export async function listen(options: ListenOptions): Promise<Server<undefined>> {
  try {
    return Bun.serve({
      hostname: options.host,
      port: options.port,
      // A call may be silent for an hour; by default a quiet connection is closed after 10 seconds.
      idleTimeout: 0,
      // request-body.ts limits bodies: refusals of Bun itself have no text.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      development: false,
      // Without development mode Bun shares its port with whoever asks, and busy ports go unnoticed. On
      // Windows that would let any program take over the port of a server that runs.
      reusePort: false,
      fetch: options.fetch,
      error: (error) => {
        options.onError(error);
        return refuse(500, "The server failed on this request.", { code: rpcErrors.internal });
      },
    });
  } catch (thrown) {
    throw await describe(thrown, options);
  }
}

/** Makes sure that an address can be bound, and gives it back. Throws what `listen` throws. */
export async function assertCanListen(address: {
  readonly host: string;
  readonly port: number;
}): Promise<void> {
  const server = await listen({
    ...address,
    fetch: async () => refuse(503, "The server is starting."),
    onError: () => undefined,
  });
  await server.stop(true);
}

async function describe(thrown: unknown, { host, port }: ListenOptions): Promise<GuiAgentError> {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  const address = `port ${port} on ${host}`;
  switch (code) {
    case "EADDRINUSE": {
      const { use, remedy } = describeUse(await findPortHolder(port));
      return new GuiAgentError("port_unavailable", `Cannot listen on ${address}: ${use}.`, {
        remedy,
        cause: thrown,
      });
    }
    case "EACCES":
      return new GuiAgentError(
        "port_unavailable",
        `Cannot listen on ${address}: the system does not allow it.`,
        {
          remedy:
            "Choose another port with --port. Those below 1024 are for the system, and on Windows also those that netsh int ipv4 show excludedportrange tcp lists.",
          cause: thrown,
        },
      );
    case "EADDRNOTAVAIL":
      return new GuiAgentError(
        "port_unavailable",
        `Cannot listen on ${address}: it is not an address of this machine.`,
        {
          remedy: "Bind 127.0.0.1, or an address that this machine has.",
          cause: thrown,
        },
      );
    default:
      return toGuiAgentError(thrown);
  }
}

function describeUse(holder: PortHolder | undefined): { readonly use: string; readonly remedy: string } {
  if (holder === undefined) {
    return {
      use: "another program is using it",
      remedy: "If that is gui-agent, connect to it. Otherwise stop it, or choose another port with --port.",
    };
  }
  const { program, processId } = holder;
  if (program === "gui-agent") {
    return {
      use: `another gui-agent (process ${processId}) serves there already`,
      remedy: "Connect to it, or choose another port with --port.",
    };
  }
  return {
    use: `${program} (process ${processId}) is using it`,
    remedy: "Stop that program, or choose another port with --port.",
  };
}
