import { z } from "zod";
import { GuiAgentError } from "../core/errors.ts";
import { encodeUnreduced, type PointerPresence, takeScreenshot } from "../desktop/screenshot.ts";
import { type ImageFormat, imageFormats } from "../imaging/codec.ts";
import { defineImageTool } from "./define-tool.ts";
import { noticeOf } from "./fields.ts";
import { resolveTarget, spaceFields } from "./target.ts";

/** Clients drop results over about 1 MB; base64 adds a third. */
export const maxImageBytes = 700_000;

const regionField = z
  .strictObject({
    x: z.number().min(0),
    y: z.number().min(0),
    width: z.number().positive(),
    height: z.number().positive(),
  })
  .optional()
  .describe("Show only this part, unscaled and sharp. In the same units as any point.");

export const screenshot = defineImageTool({
  name: "gui_screenshot",
  title: "Screenshot",
  description:
    "See one display, or one region of it at full sharpness to read small text. To act on what you see, pass pixel positions of this image with coordinateMode image-absolute to the other tools; that works for a region too. They always refer to your newest picture of the display: after one of a region, take one of all of it before you use positions in that. To look closer at a part of the last image, give region in its pixels with coordinateMode image-absolute. The metadata after the image gives its size and the display's.",
  effect: "read",
  writesFiles: true,
  input: z.strictObject({
    ...spaceFields,
    region: regionField,
    cursor: z
      .boolean()
      .default(false)
      .describe("Show the pointer, as the user sees it. Without it, nothing hides what is below."),
    format: z
      .enum(imageFormats)
      .optional()
      .describe("png is exact and larger. Default: by the extension of savePath, else jpeg."),
    savePath: z
      .string()
      .min(1)
      .max(4096)
      .optional()
      .describe("Also save the picture to this new file (absolute path), in full size."),
  }),
  run: async (context, { region, cursor, format: asked, savePath, ...space }) => {
    const { codec, desktop, files, quality, session } = context;
    const format = chooseFormat(asked, savePath);
    const { display, notice, area } = await resolveTarget(context, space);
    const { lost } = desktop;
    const { bytes, metadata, view, frame, pointer } = await takeScreenshot({
      desktop,
      codec,
      display,
      region: region === undefined ? undefined : area(region),
      pointerImage: cursor ? () => desktop.pointerImage() : undefined,
      format,
      quality,
      limits: session.imageLimits,
      maxBytes: maxImageBytes,
    });
    if (savePath !== undefined) {
      await files.writeNew(savePath, await encodeUnreduced(codec, frame, format, quality));
    }
    session.views.set(display.name, { view, lost });
    return {
      bytes,
      mimeType: metadata.mimeType,
      frame,
      metadata: {
        ...metadata,
        ...(savePath === undefined ? {} : { savedTo: savePath }),
        ...noticeOf(notice.notice, noticeOfPointer(pointer)),
      },
    };
  },
});

function noticeOfPointer(pointer: PointerPresence | undefined): string | undefined {
  switch (pointer) {
    case undefined:
    case "drawn":
      return undefined;
    case "elsewhere":
      return "The pointer is not in this picture: it is on another part of the desktop.";
    case "hidden":
      return "There is no pointer in this picture: a program hides it.";
    default:
      return pointer satisfies never;
  }
}

/** The format that was asked for, or that the file's name promises; a file must not be named as another one. */
function chooseFormat(asked: ImageFormat | undefined, savePath: string | undefined): ImageFormat {
  if (savePath === undefined) return asked ?? "jpeg";
  // The server's working directory is not the caller's: a relative path would end up anywhere.
  if (!/^(?:\/|[A-Za-z]:[\\/])/.test(savePath)) {
    throw new GuiAgentError("invalid_input", `savePath "${savePath}" is not an absolute path.`, {
      remedy: "Give the whole path, such as /home/me/picture.png.",
    });
  }
  const extension = /\.([^./\\]+)$/.exec(savePath)?.[1]?.toLowerCase().replace("jpg", "jpeg");
  const named = imageFormats.find((format) => format === extension);
  const chosen = asked ?? named;
  if (chosen !== undefined && (extension === undefined || named === chosen)) return chosen;
  throw new GuiAgentError(
    "invalid_input",
    chosen === undefined
      ? `The name of savePath "${savePath}" does not tell the format.`
      : `savePath "${savePath}" is named as ${extension}, but the format is ${chosen}.`,
    { remedy: "End the name in .png, .jpg or .webp, or set format to what it shall be." },
  );
}
