import { z } from "zod";
import { GuiAgentError } from "../core/errors.ts";
import type { TaskEnd } from "../tools/tasks.ts";
import type { ModelTool } from "./model-schema.ts";

/** The calls with which a model ends its task. */
export const endingTools = [
  {
    name: "done",
    description:
      "Say that all of the task is done, as the newest screenshot shows. The only call of its reply.",
    field: "result",
    fieldDescription: "What came of it, and what the user asked to know.",
    end: "done",
  },
  {
    name: "give_up",
    description: "Say that the task cannot be done.",
    field: "reason",
    fieldDescription: "What stands in the way, and what has been done until then.",
    end: "gave_up",
  },
] as const satisfies readonly {
  readonly name: string;
  readonly description: string;
  readonly field: string;
  readonly fieldDescription: string;
  readonly end: TaskEnd;
}[];

type EndingTool = (typeof endingTools)[number];

export function findEndingTool(name: string): EndingTool | undefined {
  return endingTools.find((tool) => tool.name === name);
}

/** As the model is told of them. */
export function listedEndings(): readonly ModelTool[] {
  return endingTools.map(({ name, description, field, fieldDescription }) => ({
    name,
    description,
    parameters: {
      type: "object",
      properties: { [field]: { type: "string", description: fieldDescription } },
      required: [field],
      additionalProperties: false,
    },
  }));
}

/** What the model said with it. Throws `invalid_input` when it said nothing. */
export function endingText({ name, field }: EndingTool, given: Readonly<Record<string, unknown>>): string {
  const text = z.string().trim().min(1).safeParse(given[field]).data;
  if (text !== undefined) return text;
  throw new GuiAgentError("invalid_input", `${name} needs ${field}, as a text.`, {
    remedy: `Call ${name} again with ${field}.`,
  });
}
