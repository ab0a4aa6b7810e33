import { z } from "zod";
import type { Effect, Tool } from "./define-tool.ts";

/** A tool as `tools/list` shows it (MCP 2025-11-25, `Tool`). */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObjectSchema;
  readonly outputSchema?: JsonObjectSchema;
  readonly annotations: ToolAnnotations;
  /** Present for tools that clients may also call as an MCP task. */
  readonly execution?: { readonly taskSupport: "optional" };
}

interface JsonObjectSchema {
  readonly type: "object";
  readonly [keyword: string]: unknown;
}

interface ToolAnnotations {
  readonly title: string;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export function toToolListing(tool: Tool): ToolListing {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: objectSchema(tool.input, "input"),
    ...(tool.output === undefined ? {} : { outputSchema: objectSchema(tool.output, "output") }),
    annotations: { title: tool.title, ...hints[tool.effect], ...(tool.writesFiles ? newFile : {}) },
    ...(tool.effect === "task" ? { execution: { taskSupport: "optional" } } : {}),
  };
}

const hints = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  wait: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  // The picture goes to whoever runs the model.
  model: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  // A click may do anything that the program under it can do, on the network too.
  input: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  task: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  // What was there before is gone.
  change: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  // A release drops what was dragged.
  release: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
} as const satisfies Record<Effect, Omit<ToolAnnotations, "title">>;

/** A new file is a change, and a second call with its name fails: what was there is never written over. */
const newFile = { readOnlyHint: false, idempotentHint: false } as const satisfies Partial<ToolAnnotations>;

/** Inlined and without `$schema`: some clients follow neither references nor dialects. */
function objectSchema(schema: z.ZodObject, io: "input" | "output"): JsonObjectSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    reused: "inline",
    override: ({ jsonSchema }) => {
      // The bounds that zod gives every integer say nothing, and cost the caller tokens.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return { ...rest, type: "object" };
}
