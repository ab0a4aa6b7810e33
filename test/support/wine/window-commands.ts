import { z } from "zod";

export const pointerShapes = ["arrow", "text", "two colours", "inverting", "none"] as const;
export type PointerShape = (typeof pointerShapes)[number];

/** What the program with a bare window on Windows is told. Places are physical pixels of the desktop. */
export const windowCommand = z.discriminatedUnion("do", [
  /** Puts its window there, above all others. */
  z.object({ do: z.literal("place"), x: z.int(), y: z.int(), width: z.int(), height: z.int() }),
  /** What the mouse did on it since the last time. */
  z.object({ do: z.literal("events") }),
  /** Gives the pointer a shape while it is on the window. */
  z.object({ do: z.literal("shape"), shape: z.enum(pointerShapes) }),
  /** What the pointer looks like, as our own code finds. */
  z.object({ do: z.literal("look") }),
]);

export type WindowCommand = z.input<typeof windowCommand>;

export const mouseEvent = z.object({
  kind: z.enum(["down", "up", "double", "wheel", "wheelAcross"]),
  button: z.enum(["left", "right", "middle"]).optional(),
  x: z.int(),
  y: z.int(),
  /** In 120ths of a notch; positive is up and right. */
  delta: z.int().optional(),
});

export type MouseEvent = z.infer<typeof mouseEvent>;

const pointer = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int(),
  height: z.int(),
  pixels: z.base64().transform((text) => Uint8Array.fromBase64(text)),
});

export const windowAnswer = z.object({
  events: z.array(mouseEvent).default([]),
  pointer: pointer.optional(),
});
