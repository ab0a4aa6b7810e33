import { z } from "zod";

const program = z.number();

/** What the program that runs others in a console of Windows is told. */
export const consoleCommand = z.discriminatedUnion("do", [
  /** As a user would from a prompt. `environment` is added to that of Windows. */
  z.object({
    do: z.literal("start"),
    file: z.string(),
    args: z.array(z.string()),
    environment: z.record(z.string(), z.string()).default({}),
  }),
  /** What a program has written, and how it ended. */
  z.object({ do: z.literal("look"), program }),
  z.object({ do: z.literal("kill"), program }),
  z.object({ do: z.literal("write"), program, text: z.string() }),
  z.object({ do: z.literal("endInput"), program }),
  /** Presses Ctrl+C in the console, which all programs in it hear. */
  z.object({ do: z.literal("interrupt") }),
  /** Which of these virtual keys are down, mouse buttons included. */
  z.object({ do: z.literal("keys"), keys: z.array(z.number()) }),
  /** What the first control of a kind in the first window of a kind holds. */
  z.object({ do: z.literal("text"), window: z.string(), control: z.string() }),
  /** Minimises the first window of a kind, as its button would. */
  z.object({ do: z.literal("minimize"), window: z.string() }),
]);

export type ConsoleCommand = z.input<typeof consoleCommand>;

/** Of a program. */
export const programState = z.object({
  pid: z.number(),
  stdout: z.string(),
  stderr: z.string(),
  /** Null while it runs. */
  code: z.number().nullable(),
});

export type ProgramState = z.infer<typeof programState>;

export const consoleAnswer = z.object({
  program: z.number().default(-1),
  state: programState.optional(),
  down: z.array(z.number()).default([]),
  text: z.string().default(""),
});
