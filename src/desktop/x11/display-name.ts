import { GuiAgentError } from "../../core/errors.ts";

/** Where an X server listens, read from a display name. */
export type DisplayAddress = { readonly number: number; readonly screen: number } & (
  | { readonly kind: "unix"; readonly path: string }
  | { readonly kind: "tcp"; readonly host: string; readonly port: number }
);

/** First TCP port of the X protocol; display N listens on `basePort + N`. */
const basePort = 6000;

/**
 * Reads a display name such as `:0`, `:99.1`, `unix:0`, `host/unix:0` or `host:10.0`.
 * Throws `display_unavailable` for anything else.
 */
export function parseDisplayName(name: string): DisplayAddress {
  const match = /^(?:(unix|local|tcp|inet6?)\/)?(.*?)(\/unix)?:(\d{1,5})(?:\.(\d{1,3}))?$/.exec(name);
  const [, protocol, host = "", local, number, screen = "0"] = match ?? [];
  if (number === undefined) {
    throw new GuiAgentError("display_unavailable", `DISPLAY is "${name}", which is not a display name.`, {
      remedy: "Set DISPLAY to the display of the graphical session, such as :0.",
    });
  }
  const display = { number: Number(number), screen: Number(screen) };
  const wantsTcp = protocol === "tcp" || protocol?.startsWith("inet") === true;
  if (!wantsTcp && (host === "" || host === "unix" || protocol !== undefined || local !== undefined)) {
    return { ...display, kind: "unix", path: `/tmp/.X11-unix/X${display.number}` };
  }
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  return { ...display, kind: "tcp", host: bare === "" ? "localhost" : bare, port: basePort + display.number };
}
