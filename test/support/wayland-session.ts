import { startChild } from "./child.ts";
import { programEnvironment } from "./program-environment.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { waitFor } from "./wait-for.ts";

/** A Wayland compositor without a screen of its own, and the X server that it has for X programs. */
export interface WaylandSession extends AsyncDisposable {
  /** What a program finds in its environment there: `WAYLAND_DISPLAY`, `XDG_RUNTIME_DIR`, `DISPLAY`. */
  readonly env: Readonly<Record<string, string>> & { readonly DISPLAY: string };
}

/** Starts Weston, whose Xwayland is rootless like those of GNOME and KDE. */
export async function startWaylandSession(): Promise<WaylandSession> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const session = { XDG_RUNTIME_DIR: folder.path, WAYLAND_DISPLAY: "wayland-test" };
  const options = ["--backend=headless-backend.so", "--xwayland", "--idle-time=0"];
  const compositor = resources.use(
    startChild(["weston", ...options, `--socket=${session.WAYLAND_DISPLAY}`], {
      env: { ...programEnvironment(folder.path), ...session },
    }),
  );
  // It chooses a number that is free.
  const said = () => compositor.stdout() + compositor.stderr();
  const display = () => /xserver listening on display (:\d+)/.exec(said())?.[1];
  const DISPLAY = await Promise.race([waitFor("Xwayland", display), compositor.untilItDies()]);
  const owned = resources.move();
  return { env: { ...session, DISPLAY }, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
