import { createHash, timingSafeEqual } from "node:crypto";
import { isIPv4 } from "node:net";
import { GuiAgentError } from "../core/errors.ts";
import type { Log } from "../core/log.ts";
import { refuse } from "./refusal.ts";

export interface GuardOptions {
  /** The address that the server is bound to. */
  readonly host: string;
  readonly port: number;
  /** Further `Host` values to accept, as clients send them: `host:port`, or `host` on a default port. */
  readonly allowedHosts: readonly string[];
  /** When given, every request must carry it as a bearer token. */
  readonly authToken?: string | undefined;
  /** Whoever wonders why a client cannot connect finds the reason here. */
  readonly log: Log;
}

/** Looks at a request before anything else does; an answer means that it goes no further. */
export type Guard = (request: Request) => Response | undefined;

/**
 * The check that every route passes first. A web page can make a browser send requests to this
 * machine, under its own name (Origin) or, by DNS rebinding, under ours: both names must be known.
 */
export function createGuard(options: GuardOptions): Guard {
  const hosts = acceptedHosts(options);
  const deny = (status: number, message: string, headers: Readonly<Record<string, string>> = {}) => {
    options.log.warn(`Refused a request. ${message}`);
    return refuse(status, message, { headers });
  };
  const token = options.authToken === undefined ? undefined : digest(options.authToken);

  return (request) => {
    const host = request.headers.get("host")?.toLowerCase();
    if (host === undefined || !hosts.has(host)) {
      return deny(
        403,
        `The Host header ${quote(host)} is not one of this server's names. ` +
          "Use the URL that it printed, or add the host with --allowed-hosts.",
      );
    }
    const origin = request.headers.get("origin");
    if (origin !== null && !isOriginOf(origin, host)) {
      return deny(403, `Requests of web pages from ${quote(origin)} are not accepted.`);
    }
    if (token !== undefined && !timingSafeEqual(digest(bearerToken(request)), token)) {
      return deny(401, "This server needs its bearer token in the Authorization header.", {
        "www-authenticate": 'Bearer realm="gui-agent"',
      });
    }
    return undefined;
  };
}

/**
 * Throws `invalid_input` for a configuration that would open the desktop to others: an address
 * beyond this machine needs a token, and an empty token protects nothing.
 */
export function assertProtected(options: Pick<GuardOptions, "host" | "allowedHosts" | "authToken">): void {
  if (options.authToken === "") {
    throw new GuiAgentError("invalid_input", "The bearer token is empty.", {
      remedy: "Set GUI_AGENT_AUTH_TOKEN to a long random text, or leave it out.",
    });
  }
  if (options.authToken === undefined && !isLoopback(options.host)) {
    throw new GuiAgentError(
      "invalid_input",
      `Binding ${options.host} would let everyone who reaches this machine drive its desktop.`,
      { remedy: "Set GUI_AGENT_AUTH_TOKEN to a long random text, or bind 127.0.0.1." },
    );
  }
  for (const host of options.allowedHosts) {
    if (/^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.test(host)) continue;
    throw new GuiAgentError("invalid_input", `${quote(host)} is not a Host header value.`, {
      remedy: "Write allowed hosts as host:port, without a scheme, a path or wildcards.",
    });
  }
}

/** The host as it stands in a URL: IPv6 addresses in brackets. */
export function urlHost(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

function acceptedHosts(options: GuardOptions): ReadonlySet<string> {
  const names = ["127.0.0.1", "localhost", "[::1]", urlHost(options.host)];
  const own = names.map((name) => `${name}:${options.port}`);
  // Clients leave out the port when it is the scheme's default.
  const bare = options.port === 80 ? names : [];
  return new Set([...own, ...bare, ...options.allowedHosts].map((host) => host.toLowerCase()));
}

function isOriginOf(origin: string, host: string): boolean {
  const lower = origin.toLowerCase();
  // https: behind a proxy that ends TLS, pages of our own have that scheme.
  return lower === `http://${host}` || lower === `https://${host}`;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || /^\[?::1\]?$/.test(host) || (isIPv4(host) && host.startsWith("127."));
}

/** The scheme's name may be written in any case (RFC 9110). */
function bearerToken(request: Request): string {
  return /^bearer +(.*)$/i.exec(request.headers.get("authorization") ?? "")?.[1]?.trim() ?? "";
}

/** Digests have one length, so that comparing them tells nothing about the token, not even its length. */
function digest(text: string): Uint8Array {
  return Uint8Array.from(createHash("sha256").update(text).digest());
}

function quote(text: string | undefined): string {
  return text === undefined ? "(none)" : JSON.stringify(text.slice(0, 200));
}
