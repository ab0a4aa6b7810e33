import { z } from "zod";
import { toGuiAgentError } from "../core/errors.ts";
import { isModifier, type ModifierKey, modifierKeys, parseKey } from "../core/keys.ts";
import { mouseButtons } from "../desktop/port.ts";

/** Arguments and results that several tools share. */

export const buttonField = z.enum(mouseButtons).default("left").describe("Which mouse button.");

/** A parser for `transform`: what it throws becomes an issue at that argument, remedy included. */
export function parsing<Written, Value>(
  parse: (written: Written) => Value,
): (written: Written, context: z.RefinementCtx) => Value {
  return (written, context) => {
    try {
      return parse(written);
    } catch (thrown) {
      const { message, remedy = "" } = toGuiAgentError(thrown);
      context.addIssue({ code: "custom", message: `${message} ${remedy}` });
      return z.NEVER;
    }
  };
}

/** A key in any of the spellings that agents use. */
export const keyField = z.string().min(1).max(32).transform(parsing(parseKey));

export const modifiersField = z
  .array(
    keyField.transform((key, context): ModifierKey => {
      if (isModifier(key)) return key;
      context.addIssue({ code: "custom", message: `"${key}" is no modifier: ${modifierKeys.join(", ")}` });
      return z.NEVER;
    }),
  )
  .max(modifierKeys.length)
  .default([])
  .describe(`Keys held meanwhile: ${modifierKeys.join(", ")}.`);

/** For tools that ask a model. */
export const modelField = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .optional()
  .describe("Another model of the provider that the settings name. Default: the model of the settings.");

/** In milliseconds, for tools that wait: what a caller has forgotten must end. */
export const longestWaitMs = 600_000;

/** Present in a result when something was not as asked. */
export const noticeField = z.string().optional().describe("What differs from the request, if anything.");

/** What there is to say, to be spread into a result. */
export function noticeOf(...texts: readonly (string | undefined)[]): { readonly notice?: string } {
  const said = texts.filter((text) => text !== undefined);
  return said.length === 0 ? {} : { notice: said.join(" ") };
}

/** What a tool returns that has done what it was asked to. */
export const done = { success: true } as const;

export const doneOutput = z.object({ success: z.literal(true), notice: noticeField });

export const timedOutput = doneOutput.extend({ elapsed: z.number().describe("Milliseconds.") });

/** Runs an action and says how long it took, in whole milliseconds. */
export async function timed(
  clock: { now(): number },
  action: () => Promise<void>,
): Promise<{ readonly success: true; readonly elapsed: number }> {
  const started = clock.now();
  await action();
  return { ...done, elapsed: Math.round(clock.now() - started) };
}
