import { z } from "zod";
import { GuiAgentError } from "../core/errors.ts";
import { encodeUnreduced, takeScreenshot } from "../desktop/screenshot.ts";
import { type ImageFormat, imageFormats } from "../imaging/codec.ts";
import { defineImageTool } from "./define-tool.ts";
import { displayIndexField } from "./target.ts";

/** Clients drop results over about 1 MB; base64 adds a third. */
const maxImageBytes = 700_000;

const regionField = z
  .strictObject({
    x: z.number().min(0),
    y: z.number().min(0),
    width: z.number().positive(),
    height: z.number().positive(),
  })
  .optional()
  .describe(
    "Zoom: show only this part of the display, in its logical points, as large as it is on the screen.",
  );

export const screenshot = defineImageTool({
  name: "gui_screenshot",
  title: "Screenshot",
  description:
    "See one display, or zoom into a region of it to read small text. The metadata after the image gives its size and the display's. To act on what you see, pass pixel positions of this image with coordinateMode image-absolute; that works for a zoomed region too.",
  effect: "read",
  input: z.strictObject({
    displayIndex: displayIndexField,
    region: regionField,
    format: z
      .enum(imageFormats)
      .optional()
      .describe("png is exact and larger. Default: what savePath is named as, else jpeg."),
    savePath: z
      .string()
      .min(1)
      .max(4096)
      .optional()
      .describe("Also save the picture to this new file (absolute path), in full size."),
  }),
  run: async (context, { displayIndex, region, format: asked, savePath }) => {
    const { codec, desktop, displays, files, quality, session } = context;
    const named = savePath === undefined ? undefined : formatOfName(savePath);
    const format = asked ?? named ?? "jpeg";
    if (savePath !== undefined) assertSavePath(savePath, format, named);
    const { display, notice } = await displays.resolve(displayIndex);
    const { bytes, metadata, view, frame } = await takeScreenshot({
      desktop,
      codec,
      display,
      region,
      format,
      quality,
      limits: session.imageLimits,
      maxBytes: maxImageBytes,
    });
    if (savePath !== undefined) {
      await files.writeNew(savePath, await encodeUnreduced(codec, frame, format, quality));
    }
    session.views.set(display.name, view);
    return {
      bytes,
      mimeType: metadata.mimeType,
      metadata: {
        ...metadata,
        ...(savePath === undefined ? {} : { savedTo: savePath }),
        ...(notice === undefined ? {} : { notice }),
      },
    };
  },
});

function assertSavePath(path: string, format: ImageFormat, named: ImageFormat | undefined): void {
  // The server's working directory is not the caller's: a relative path would end up anywhere.
  if (!/^(?:\/|[A-Za-z]:[\\/])/.test(path)) {
    throw new GuiAgentError("invalid_input", `savePath "${path}" is not an absolute path.`, {
      remedy: "Give the whole path, such as /home/me/picture.png.",
    });
  }
  if (named === undefined || named === format) return;
  throw new GuiAgentError(
    "invalid_input",
    `savePath "${path}" is named as ${named}, but the format is ${format}.`,
    {
      remedy: `Set format to ${named}, or name the file as ${format}.`,
    },
  );
}

/** The format that a file's extension promises, if it promises one. */
function formatOfName(path: string): ImageFormat | undefined {
  const extension = /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase().replace("jpg", "jpeg");
  return imageFormats.find((candidate) => candidate === extension);
}
