import type { CursorImage } from "x11";
import { GuiAgentError } from "../../core/errors.ts";
import type { PointerImage } from "../port.ts";
import { optionalExtension } from "./extensions.ts";
import { perSession, X11RequestError, type X11Session } from "./session.ts";

const nothing = { x: 0, y: 0, width: 0, height: 0, pixels: new Uint8Array(0) };

/** XFIXES, or undefined where nothing tells what the pointer looks like. */
export const xfixes = perSession((session) => optionalExtension(session, "fixes"));

/**
 * What the pointer looks like, in root pixels. A program that hides it gives it an empty shape, mostly; to
 * the few that hide it through XFIXES itself the server goes on telling the shape, and nothing tells
 * that it is hidden.
 * @throws `unsupported` where the server does not have XFIXES
 */
export async function pointerImage(session: X11Session): Promise<PointerImage> {
  const extension = await xfixes(session);
  if (extension === undefined) {
    throw new GuiAgentError(
      "unsupported",
      "The X server has no XFIXES extension, so it does not tell what the pointer looks like.",
      { remedy: "Leave out cursor; gui_cursor_position tells where the pointer is." },
    );
  }
  try {
    const { x, y, xhot, yhot, width, height, cursorImage } = await session.call<CursorImage>((done) =>
      extension.GetCursorImage(done),
    );
    return { x: x - xhot, y: y - yhot, width, height, pixels: cursorImage };
  } catch (thrown) {
    // BadCursor, as long as no program has set any.
    if (thrown instanceof X11RequestError) return nothing;
    throw thrown;
  }
}
