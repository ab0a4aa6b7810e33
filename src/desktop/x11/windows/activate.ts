import { X11RequestError, type X11Session } from "../session.ts";
import { atom, readNumbers, unlessGone } from "../window-properties.ts";
import { askWindowManager, everyWorkspace, type WindowManager } from "./window-manager.ts";

/** Where messages to the window manager go: SubstructureNotify and SubstructureRedirect. */
const toWindowManager = 0x18_0000;
/**
 * Says that the request comes from the user, by way of a program like a taskbar. Window managers that
 * keep programs from taking the keyboard let such requests pass.
 */
const asUser = 2;
const now = 0;
const nobody = 0;
/** Instead of a window to be put above. */
const aboveAll = 0;
const above = 0;
const revertToParent = 2;
const inputHintGiven = 1;

/** Asks for a window to be in front and to have the keyboard. Whether that comes about is not waited for. */
export async function activateWindow(session: X11Session, window: number): Promise<void> {
  const manager = await askWindowManager(session);
  if (manager?.canActivate === true) await askFor(session, manager, window);
  else await bringUp(session, window);
}

async function askFor(session: X11Session, manager: WindowManager, window: number): Promise<void> {
  const [workspaces, activate, raise, show] = await Promise.all([
    unlessGone(readNumbers(session, window, "_NET_WM_DESKTOP")),
    atom(session, "_NET_ACTIVE_WINDOW"),
    atom(session, "_NET_RESTACK_WINDOW"),
    atom(session, "_NET_CURRENT_DESKTOP"),
  ]);
  const workspace = workspaces?.[0] ?? everyWorkspace;
  const { client, root } = session;
  const ask = (about: number, type: number, data: readonly [number, number, number, number, number]) =>
    client.SendEvent(root, 0, toWindowManager, {
      name: "ClientMessage",
      format: 32,
      wid: about,
      message_type: type,
      data,
    });
  await session.batch(() => {
    // Some window managers would fetch the window to the workspace that is shown, or leave both as they are.
    if (workspace !== everyWorkspace && manager.workspace !== undefined && workspace !== manager.workspace) {
      ask(root, show, [workspace, now, 0, 0, 0]);
    }
    ask(window, activate, [asUser, now, nobody, 0, 0]);
    // IceWM gives a window the keyboard and leaves it where it is.
    if (manager.canRaise) ask(window, raise, [asUser, aboveAll, above, 0, 0]);
  });
}

/** What a window manager would do, where there is none that can be asked. */
async function bringUp(session: X11Session, window: number): Promise<void> {
  const { client } = session;
  const hints = await unlessGone(readNumbers(session, window, "WM_HINTS"));
  const [flags = 0, takesInput = 1] = hints ?? [];
  try {
    await session.batch(() => {
      client.MapWindow(window);
      client.RaiseWindow(window);
    });
    // A program that does not want the keyboard would drop what is typed.
    if ((flags & inputHintGiven) !== 0 && takesInput === 0) return;
    await session.batch(() => client.SetInputFocus(window, revertToParent));
  } catch (thrown) {
    // Closed by now, or not shown yet (an older window manager takes a moment): the list tells.
    if (!(thrown instanceof X11RequestError)) throw thrown;
  }
}
