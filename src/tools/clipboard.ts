import { z } from "zod";
import { beginningOf } from "../core/cut.ts";
import type { ClipboardContents } from "../desktop/port.ts";
import { defineTool } from "./define-tool.ts";
import { done, doneOutput, noticeField } from "./fields.ts";

/** Characters as JavaScript counts them. What is longer would fill a model's memory, and a client's limit. */
const longestRead = 100_000;
const longestWritten = 1_000_000;
const mostFormats = 100;

export const clipboardRead = defineTool({
  name: "gui_clipboard_read",
  title: "Read the clipboard",
  description: `The text on the clipboard, such as after ctrl+c. When there is no text, a notice says what there is instead. Of more than ${longestRead} characters only the beginning is returned.`,
  effect: "read",
  input: z.strictObject({}),
  output: z.object({
    text: z.string().optional().describe("Absent when there is no text on the clipboard."),
    formats: z.array(z.string()).describe("What it can be pasted as; empty when nothing was copied."),
    notice: noticeField,
  }),
  run: async ({ clipboard, signal }) => {
    const contents = await clipboard.read(signal);
    const formats = contents.formats.slice(0, mostFormats);
    const notice = noticeAbout(contents);
    return {
      ...(contents.text === undefined ? {} : { text: beginningOf(contents.text, longestRead) }),
      formats,
      ...(notice === undefined ? {} : { notice }),
    };
  },
});

function noticeAbout({ text, formats }: ClipboardContents): string | undefined {
  if (text !== undefined) {
    if (text.length <= longestRead) return undefined;
    return `These are the first ${longestRead} of ${text.length} characters.`;
  }
  if (formats.length === 0) return "There is nothing on the clipboard.";
  return "There is no text on the clipboard, only what formats lists.";
}

export const clipboardWrite = defineTool({
  name: "gui_clipboard_write",
  title: "Write the clipboard",
  description:
    "Put a text on the clipboard, for the user or to be pasted. It replaces what is there. To enter text into a field use gui_type, which leaves the clipboard as it is.",
  effect: "change",
  input: z.strictObject({
    text: z
      .string()
      .min(1)
      .max(longestWritten)
      .refine((text) => text.isWellFormed(), "contains half a character (a lone surrogate)")
      .refine((text) => !text.includes("\0"), "contains U+0000, where programs would cut it off")
      .describe("What to put there."),
    secret: z
      .boolean()
      .default(false)
      .describe("True for a password: it is then never recorded, and clipboard histories are asked not to."),
  }),
  output: doneOutput,
  secrets: ({ secret }) => (secret ? ["text"] : []),
  run: async ({ clipboard }, { text, secret }) => {
    await clipboard.writeText(text, { isSecret: secret });
    return done;
  },
});
