import { createConnection, type Socket } from "node:net";
import { type Client, createClient } from "x11";
import { connect as connectPassingDescriptors } from "x11/lib/fdpass.js";
import { GuiAgentError } from "../../core/errors.ts";
import { type DisplayAddress, parseDisplayName } from "./display-name.ts";
import { SilentServerError, X11Session } from "./session.ts";
import { noXServer } from "./wayland.ts";
import { type Cookie, findCookie } from "./xauthority.ts";

export interface ServerOptions {
  /** DISPLAY, such as `:0`. */
  readonly display: string | undefined;
  /** XAUTHORITY; undefined is `~/.Xauthority`. */
  readonly authority: string | undefined;
  /** WAYLAND_DISPLAY, to tell a Wayland session without an X server from no session at all. */
  readonly waylandDisplay?: string | undefined;
  /** Whether a private display was asked for: then nobody is told to ask for one. */
  readonly isPrivateAsked?: boolean;
  /** The server, when it is ours alone. */
  readonly privateServer?: PrivateServer;
}

/** A server of ours, which is started again when it ends by itself. It ends for good with its disposal. */
export interface PrivateServer extends AsyncDisposable {
  /** Resolves when the server runs, as far as is known. Throws `display_unavailable` when it will not run again. */
  ready(): Promise<void>;
  /** The same, for who has found that it does not answer. */
  restarted(): Promise<void>;
}

/** How long a connection may take to be set up. */
const setUpWithin = 10_000;

/**
 * Connects to an X server. Throws `display_unavailable` with what was tried and what happened.
 * The socket is opened here and not by the package: the package falls back from a missing local
 * socket to TCP, keeps a socket that never connects out of reach, and looks for the cookie itself.
 */
export async function openSession(options: ServerOptions): Promise<X11Session> {
  if (options.display === undefined || options.display === "") {
    if (options.waylandDisplay) throw noXServer(options.waylandDisplay);
    throw new GuiAgentError("display_unavailable", "There is no X display: DISPLAY is not set.", {
      remedy: `Start gui-agent inside the graphical session or set DISPLAY (such as :0). ${withoutScreen(options)}`,
    });
  }
  const display = options.display;
  const address = parseDisplayName(display);
  const socket = await openSocket(address, display, options);
  try {
    const cookie = await findCookie(options.authority, address, socket.remoteAddress);
    // A server that ended meanwhile has closed the connection before anybody listened for that.
    if (socket.destroyed) {
      throw unavailable(`The X server at DISPLAY=${display} closed the connection.`, options);
    }
    return await setUp(socket, cookie, address, display, options);
  } catch (thrown) {
    socket.destroy();
    throw thrown;
  }
}

function openSocket(address: DisplayAddress, display: string, options: ServerOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket =
      address.kind === "unix"
        ? (connectPassingDescriptors(address.path) ?? createConnection(address.path))
        : createConnection(address.port, address.host);
    const fail = (reason: string, cause?: unknown): void => {
      clearTimeout(timer);
      socket.destroy();
      const place = address.kind === "unix" ? address.path : `${address.host}:${address.port}`;
      reject(unavailable(`No X server answers at DISPLAY=${display} (${place}: ${reason}).`, options, cause));
    };
    const timer = setTimeout(() => fail(`no connection within ${setUpWithin / 1000} s`), setUpWithin);
    // Stays attached: an error event without a listener would end the process.
    socket.on("error", (error) => fail(error.message, error));
    socket.once("connect", () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

function setUp(
  socket: Socket,
  cookie: Cookie,
  address: DisplayAddress,
  display: string,
  options: ServerOptions,
): Promise<X11Session> {
  return new Promise((resolve, reject) => {
    let session: X11Session | undefined;
    const client = createClient({ stream: socket, auth: cookie, bufferRequests: true });
    const giveUp = (error: GuiAgentError): void => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    const lose = (reason: string, cause?: unknown): void => {
      if (session !== undefined) session.fail(reason, cause);
      else giveUp(unavailable(`The X server at DISPLAY=${display} ${reason}.`, options, cause));
    };
    const timer = setTimeout(() => giveUp(new SilentServerError(display)), setUpWithin);
    socket.on("close", () => lose("closed the connection"));
    client.on("error", (error) => {
      if (session !== undefined) return;
      const reason = error.message.replace("X server connection failed: ", "").trim();
      lose(`refused the connection (${reason})`, error);
    });
    client.on("connect", (server) => {
      clearTimeout(timer);
      const screen = server.screen[address.screen];
      if (screen === undefined) return lose(`has no screen ${address.screen}`);
      session = new X11Session(client, screen, display, () => socket.destroy());
      resolve(session);
    });
    // The package attaches to the socket in a microtask of its own, which was queued before this one.
    queueMicrotask(() => {
      guardParser(client, lose);
      // The package has one table for all connections, but a server that was started anew has other atoms.
      client.atoms = { ...client.atoms };
    });
  });
}

/**
 * Answers are parsed, and callbacks called, inside the socket's data event: what is thrown there
 * would end the process, and leave the parser in the middle of a packet.
 */
function guardParser(client: Client, lose: (reason: string, cause?: unknown) => void): void {
  const parse = client.pack_stream.write.bind(client.pack_stream);
  client.pack_stream.write = (chunk) => {
    try {
      parse(chunk);
    } catch (thrown) {
      lose("sent something that could not be understood", thrown);
    }
  };
}

function unavailable(message: string, options: ServerOptions, cause?: unknown): GuiAgentError {
  const remedy =
    options.privateServer === undefined
      ? `Check that the X server runs, that DISPLAY names it, and that XAUTHORITY holds its cookie. ${withoutScreen(options)}`
      : "The private display is started again by itself when it ends: try again. If that does not help, start gui-agent again.";
  return new GuiAgentError("display_unavailable", message, { cause, remedy });
}

function withoutScreen({ isPrivateAsked = false }: ServerOptions): string {
  return isPrivateAsked
    ? "Or start gui-agent again: where it finds no display it then starts a private one."
    : "On a machine without a screen start gui-agent with --virtual-display.";
}
