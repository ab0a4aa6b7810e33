import type { z } from "zod";
import { GuiAgentError } from "../core/errors.ts";
import type { Key } from "../core/keys.ts";
import { redact } from "../safety/redact.ts";
import type { TaskContext, ToolContext } from "./context.ts";
import type { ImageOutput, TaskReport, ToolOutput } from "./output.ts";

/**
 * What a tool does to the desktop. MCP hints, the lock and the readiness checks derive from it:
 * `read` looks and never waits for the lock; `input` moves the mouse or types and takes the lock;
 * `change` does too, but has nothing to do with keys and buttons, so that it does not matter who holds
 * some; `release` is never refused: what is down must be let go of, whatever state the desktop is in;
 * `wait` only lets time pass; `model` looks, and shows a model what it sees; `task` uses other tools, and
 * has the lock from the first to the last of them.
 */
export type Effect = "read" | "input" | "change" | "release" | "wait" | "model" | "task";

/** A call whose input has been validated: what policy and audit need to know, and the deed itself. */
export interface PreparedCall {
  /** Keys that the call would hold down together, for the hotkey policy. */
  readonly chord: readonly Key[];
  /** What of the input is secret. */
  readonly secrets: readonly string[];
  /**
   * The input without what of it is secret.
   * @param tell makes of its other texts what may be kept of them
   */
  recordedInput(tell: (text: string) => string): Record<string, unknown>;
  /** Throws when the call cannot succeed, before it waits for its turn. */
  assertPossible(context: ToolContext): Promise<void>;
  run(context: TaskContext): Promise<ToolOutput | TaskReport>;
}

/** A tool with its types erased. Validation happens in `prepare`, so no caller needs to know them. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Under 2 000 characters: clients cut longer ones. */
  readonly description: string;
  readonly effect: Effect;
  /** Whether it can write a file, whatever it does to the desktop. */
  readonly writesFiles: boolean;
  readonly input: z.ZodObject;
  /** Absent for tools that return an image. */
  readonly output?: z.ZodObject;
  /** Throws `invalid_input` that names every wrong argument. */
  prepare(raw: unknown): PreparedCall;
}

interface Definition<Input extends z.ZodObject> {
  readonly name: `gui_${string}`;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  readonly writesFiles?: true;
  readonly input: Input;
  /** Names the fields that must never be recorded for this input. */
  readonly secrets?: (input: z.infer<Input>) => readonly (keyof z.infer<Input> & string)[];
  readonly chord?: (input: z.infer<Input>) => readonly Key[];
}

interface DataDefinition<Input extends z.ZodObject, Output extends z.ZodObject> extends Definition<Input> {
  readonly output: Output;
  /** Names the fields of the result that the audit log keeps: how something was done. */
  readonly recorded?: readonly (keyof z.infer<Output> & string)[];
  readonly run: (context: ToolContext, input: z.infer<Input>) => Promise<z.input<Output>>;
}

interface ImageDefinition<Input extends z.ZodObject> extends Definition<Input> {
  readonly run: (context: ToolContext, input: z.infer<Input>) => Promise<ImageOutput>;
}

interface TaskDefinition<Input extends z.ZodObject> extends Definition<Input> {
  readonly assertPossible: (context: ToolContext, input: z.infer<Input>) => Promise<void>;
  readonly run: (context: TaskContext, input: z.infer<Input>) => Promise<Omit<TaskReport, "kind">>;
}

/** A tool that returns data: both as `structuredContent` and as its text. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: DataDefinition<Input, Output>,
): Tool {
  const { output, recorded, run } = definition;
  const isRecorded = new Set<string>(recorded);
  return erase(definition, output, async (context, input) => {
    const data = output.parse(await run(context, input));
    if (recorded === undefined) return { kind: "data", data };
    const kept = Object.entries(data).filter(([name]) => isRecorded.has(name));
    return { kind: "data", data, recorded: Object.fromEntries(kept) };
  });
}

/** A tool that returns an image with its metadata. */
export function defineImageTool<Input extends z.ZodObject>(definition: ImageDefinition<Input>): Tool {
  return erase(definition, undefined, async (context, input) => ({
    kind: "image",
    image: await definition.run(context, input),
  }));
}

/** A tool that uses other tools, and returns a report with a last picture. */
export function defineTaskTool<Input extends z.ZodObject>(definition: TaskDefinition<Input>): Tool {
  const run: Run<Input> = async (context, input) => ({
    kind: "task",
    ...(await definition.run(context, input)),
  });
  return erase(definition, undefined, run, definition.assertPossible);
}

type Run<Input extends z.ZodObject> = (
  context: TaskContext,
  input: z.infer<Input>,
) => Promise<ToolOutput | TaskReport>;

function erase<Input extends z.ZodObject>(
  definition: Definition<Input>,
  output: z.ZodObject | undefined,
  run: Run<Input>,
  assertPossible?: TaskDefinition<Input>["assertPossible"],
): Tool {
  const { name, title, description, effect, writesFiles = false, input: schema, secrets, chord } = definition;
  return {
    name,
    title,
    description,
    effect,
    writesFiles,
    input: schema,
    ...(output === undefined ? {} : { output }),
    prepare: (raw) => {
      const parsed = schema.safeParse(raw ?? {});
      if (!parsed.success) throw invalidInput(name, parsed.error);
      const input = parsed.data;
      const secretFields = secrets?.(input) ?? [];
      return {
        chord: chord?.(input) ?? [],
        secrets: secretFields.map((name) => String(input[name])),
        recordedInput: (tell) => redact(input, secretFields, tell),
        assertPossible: async (context) => await assertPossible?.(context, input),
        run: (context) => run(context, input),
      };
    },
  };
}

function invalidInput(tool: string, error: z.ZodError): GuiAgentError {
  const problems = error.issues.map((issue) => {
    const where = issue.path.length === 0 ? "arguments" : issue.path.join(".");
    return `${where}: ${issue.message.replace(/\.$/, "")}`;
  });
  return new GuiAgentError(
    "invalid_input",
    `The arguments of ${tool} are not valid. ${problems.join("; ")}.`,
    {
      remedy: `Compare them with the input schema of ${tool} and call again. Nothing was done.`,
    },
  );
}
