import { z } from "zod";

/** A format by its number, or by the name that it is registered under. */
const format = z.union([z.number(), z.string()]);

/** What the program that uses the clipboard beside gui-agent is told. Data is in base64. */
export const clipboardCommand = z.discriminatedUnion("do", [
  z.object({
    do: z.literal("copy"),
    items: z.array(
      z.object({
        format,
        data: z.string(),
        /** `promised`: handed out when asked for; `refused`: not even then; `hanging`: after 60 s. */
        as: z.enum(["memory", "metafile", "bitmap", "promised", "refused", "hanging"]).default("memory"),
      }),
    ),
  }),
  /** Everything that is there, in its order. */
  z.object({ do: z.literal("read") }),
  /** One format, as histories do it; `isAnonymous`: without telling by which window. */
  z.object({ do: z.literal("fetch"), format, isAnonymous: z.boolean().default(false) }),
  /** Keeps the clipboard open. */
  z.object({ do: z.literal("hold"), ms: z.number() }),
  /** Does nothing else. */
  z.object({ do: z.literal("hang"), ms: z.number() }),
  /** Makes the first control of a kind in the first window of a kind hold a text, and have the keyboard. */
  z.object({ do: z.literal("prepare"), window: z.string(), control: z.string(), text: z.string() }),
  z.object({ do: z.literal("text"), window: z.string(), control: z.string() }),
]);

export type ClipboardCommand = z.input<typeof clipboardCommand>;

export const clipboardEntry = z.object({
  format: z.number(),
  name: z.string(),
  /** Null for what has no bytes, or is not handed out. */
  data: z.string().nullable(),
});

export const clipboardAnswer = z.object({
  entries: z.array(clipboardEntry).default([]),
  text: z.string().nullable().default(null),
});
