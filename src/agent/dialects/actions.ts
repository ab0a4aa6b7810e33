import type { z } from "zod";
import { type DialectCall, misunderstood } from "./dialect.ts";

/** An action as an answer names it, and the thought that goes with it. */
export interface Written {
  readonly name: string;
  readonly arguments: unknown;
  readonly thought: string;
}

/** An action of a dialect: the calls that it stands for. Throws `invalid_input` for wrong arguments. */
export type Action = (written: Written) => readonly DialectCall[];

/** An action with these arguments and no others. */
export function action<Arguments extends z.ZodObject>(
  schema: Arguments,
  callsFor: (given: z.infer<Arguments>, thought: string) => readonly DialectCall[] | DialectCall,
): Action {
  return ({ name, arguments: given, thought }) => {
    const parsed = schema.safeParse(given);
    if (!parsed.success) throw misunderstood(`${name} is not as it should be: ${faults(parsed.error)}.`);
    return [callsFor(parsed.data, thought)].flat();
  };
}

/** The calls that an action stands for. Throws `invalid_input` for one that the dialect does not have. */
export function perform(actions: Readonly<Record<string, Action>>, written: Written): readonly DialectCall[] {
  const { name } = written;
  const known = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (known !== undefined) return known(written);
  throw misunderstood(`There is no action ${name}; there are ${Object.keys(actions).join(", ")}.`);
}

function faults(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => [...path, message.replace(/\.$/, "")].join(": ")).join("; ");
}
