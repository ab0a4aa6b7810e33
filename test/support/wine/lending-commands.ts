import { z } from "zod";

/** What the program that lends with gui-agent's clipboard is told. */
export const lendingCommand = z.discriminatedUnion("do", [
  z.object({ do: z.literal("read"), cancelAfterMs: z.number().optional() }),
  z.object({ do: z.literal("write"), text: z.string(), isSecret: z.boolean() }),
  z.object({ do: z.literal("lend"), text: z.string() }),
  /** Presses the keys to paste what is lent. */
  z.object({ do: z.literal("press") }),
  z.object({ do: z.literal("await"), timeoutMs: z.number() }),
  z.object({ do: z.literal("putBack") }),
  z.object({ do: z.literal("end") }),
]);

export type LendingCommand = z.input<typeof lendingCommand>;

export const lendingAnswer = z.object({
  contents: z.object({ text: z.string().optional(), formats: z.array(z.string()) }).optional(),
  outcome: z.string().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
});
