import { z } from "zod";
import { GuiAgentError } from "../core/errors.ts";
import type { ImageSearchRequest } from "../desktop/image-search.ts";
import type { ToolContext } from "./context.ts";
import { defineTool } from "./define-tool.ts";
import { longestWaitMs, noticeField, parsing } from "./fields.ts";
import { displayIndexField, resolveTarget } from "./target.ts";

/** Of the file, in bytes. A part of a screen takes less. */
const largestTemplate = 2_000_000;
/** Base64 takes four characters for three bytes; a data URL has a prefix. */
const longestTemplate = Math.ceil(largestTemplate / 3) * 4 + 100;
const mostMatches = 50;
const usualWaitMs = 10_000;

const templateImageField = z
  .string()
  .min(1)
  .max(longestTemplate)
  .transform(parsing(decodeBase64))
  .describe(
    "What to look for: a PNG, JPEG or WebP file as base64 (a data: URL is fine), best cut from a screenshot, at least 8×8 pixels and with some detail. Transparent pixels do not count.",
  );

const confidenceField = z
  .number()
  .min(0.5)
  .max(1)
  .default(0.8)
  .describe("How sure a place must be. 1 takes the very same pixels, 0.8 also what JPEG has blurred.");

const regionOutput = z
  .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
  .describe("Where it is, in logical points of the display.");
const centerOutput = z
  .object({ x: z.number(), y: z.number() })
  .describe("The middle of the region: pass it to gui_click, with the same displayIndex.");
const confidenceOutput = z.number().describe("From 0 to 1.");
const place = { region: regionOutput, center: centerOutput, confidence: confidenceOutput };

/** The place of the surest match, if there is one. */
const foundOutput = z.object({
  found: z.boolean(),
  region: regionOutput.optional(),
  center: centerOutput.optional(),
  confidence: confidenceOutput.optional(),
});

const searchFields = {
  templateImage: templateImageField,
  confidence: confidenceField,
  displayIndex: displayIndexField,
};

type SearchInput = z.infer<z.ZodObject<typeof searchFields>>;

export const findImage = defineTool({
  name: "gui_find_image",
  title: "Find an image",
  description:
    "Find where a small picture, such as an icon or a button, is on one display now. It is compared by shape, contrast and colour: at the size of your screenshots, then of the screen's own pixels, then (slower, and less surely) from half to twice as large. A greyed-out button is not taken for an enabled one. With all, every place where it is.",
  effect: "read",
  input: z.strictObject({
    ...searchFields,
    all: z.boolean().default(false).describe(`Also list every place, up to ${mostMatches}.`),
  }),
  output: foundOutput.extend({
    matches: z.array(z.object(place)).optional().describe("With all: every place, the surest first."),
    notice: noticeField,
  }),
  run: async (context, { all, ...input }) => {
    const { request, notice } = await prepare(context, input);
    const matches = await context.imageSearch.find(request, all ? mostMatches : 1);
    return {
      found: matches.length > 0,
      ...matches[0],
      ...(all ? { matches: [...matches] } : {}),
      ...notice,
    };
  },
});

export const waitForImage = defineTool({
  name: "gui_wait_for_image",
  title: "Wait for an image",
  description:
    "Wait until a small picture appears on one display, and say where. Returns at once when it is there already, and with found false when it does not come in time. The picture must be cut from a screenshot or from the screen's own pixels: other sizes are not tried. Many clients give up on a call after 60 seconds: wait longer in several calls.",
  effect: "read",
  input: z.strictObject({
    ...searchFields,
    timeout: z
      .int()
      .min(0)
      .max(longestWaitMs)
      .default(usualWaitMs)
      .describe("Milliseconds to wait at most; 0 looks once."),
  }),
  output: foundOutput.extend({ elapsed: z.number().describe("Milliseconds."), notice: noticeField }),
  run: async (context, { timeout, ...input }) => {
    const { request, notice } = await prepare(context, input);
    const started = context.clock.now();
    const match = await context.imageSearch.waitFor(request, timeout);
    return {
      found: match !== undefined,
      ...match,
      elapsed: Math.round(context.clock.now() - started),
      ...notice,
    };
  },
});

async function prepare(context: ToolContext, { templateImage, confidence, displayIndex }: SearchInput) {
  const { session, signal } = context;
  const { display, notice } = await resolveTarget(context, { displayIndex });
  const request: ImageSearchRequest = {
    display,
    template: templateImage,
    confidence,
    limits: session.imageLimits,
    owner: session.id,
    signal,
  };
  return { request, notice };
}

function decodeBase64(text: string): Uint8Array {
  const encoded = text.replace(/\s+/g, "").replace(/^data:[^,]{0,90},/i, "");
  try {
    const bytes = Uint8Array.fromBase64(encoded);
    if (bytes.length > 0) return bytes;
  } catch {
    // What is wrong with the text helps nobody: it is mostly a path, or cut off.
  }
  throw new GuiAgentError("invalid_input", "It is not base64.", {
    remedy: "Send the bytes of an image file as base64, not its path.",
  });
}
