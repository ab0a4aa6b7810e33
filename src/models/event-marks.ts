import { z } from "zod";
import type { Protocol } from "./providers.ts";

/** What shows a call. */
export interface CallMark {
  /** As the server gave it; empty where it gives none. */
  readonly id: string;
  /** What the parts of one call have in common, in protocols whose calls come in parts of which each looks like a call. */
  readonly key?: string;
}

/** What an event of a stream shows of the reply that it belongs to. */
export interface EventMarks {
  /** It says that a reply begins here. */
  readonly isBeginning: boolean;
  /** It says that a reply ends here. */
  readonly isEnd: boolean;
  /** The name that the server gives the whole reply. */
  readonly replyId: string | undefined;
  /** It has text of the answer, or begins one. */
  readonly hasText: boolean;
  /** The calls that it begins, in order; in OpenAI's chat completions also those that it goes on with. */
  readonly calls: readonly CallMark[];
}

const none: EventMarks = {
  isBeginning: false,
  isEnd: false,
  replyId: undefined,
  hasText: false,
  calls: [],
};

/** What servers leave out, or fill with something else, is an empty text. */
const text = z.string().catch("");

const anthropic = z
  .object({
    type: z.string(),
    content_block: z.object({ type: z.string(), id: text }).optional().catch(undefined),
  })
  .transform(({ type, content_block: block }) => ({
    ...none,
    isBeginning: type === "message_start",
    isEnd: type === "message_stop",
    hasText: block?.type === "text",
    calls: block?.type === "tool_use" ? [{ id: block.id }] : [],
  }));

const openai = z
  .object({
    id: text,
    choices: z.tuple(
      [
        z.object({
          delta: z.object({
            content: text,
            tool_calls: z
              .array(z.object({ id: text, index: z.number().optional().catch(undefined) }))
              .catch([]),
          }),
        }),
      ],
      z.unknown(),
    ),
  })
  .transform(({ id, choices: [{ delta }] }) => ({
    ...none,
    replyId: id || undefined,
    hasText: delta.content !== "",
    calls: delta.tool_calls.map((call) => ({ id: call.id, key: String(call.index ?? call.id) })),
  }));

const responsesEnds = ["response.completed", "response.incomplete", "response.failed"];

const openAiResponses = z
  .object({
    type: z.string(),
    item: z.object({ type: z.string(), call_id: text }).optional().catch(undefined),
  })
  .transform(({ type, item }) => {
    const begun = type === "response.output_item.added" ? item : undefined;
    return {
      ...none,
      isBeginning: type === "response.created",
      isEnd: responsesEnds.includes(type),
      hasText: begun?.type === "message",
      calls: begun?.type === "function_call" ? [{ id: begun.call_id }] : [],
    };
  });

const geminiPart = z.object({
  text,
  thought: z.boolean().catch(false),
  functionCall: z.object({ id: text }).optional().catch(undefined),
});

const gemini = z
  .object({
    responseId: text,
    candidates: z.tuple(
      [
        z.object({
          finishReason: text,
          content: z.object({ parts: z.array(geminiPart).catch([]) }).catch({ parts: [] }),
        }),
      ],
      z.unknown(),
    ),
  })
  .transform(({ responseId, candidates: [{ finishReason, content }] }) => ({
    ...none,
    isEnd: finishReason !== "",
    replyId: responseId || undefined,
    hasText: content.parts.some((part) => part.text !== "" && !part.thought),
    calls: content.parts.flatMap(({ functionCall }) => functionCall ?? []),
  }));

const readers = {
  anthropic,
  openai,
  "openai-responses": openAiResponses,
  gemini,
} as const satisfies Record<Protocol, z.ZodType<EventMarks>>;

/** What an event shows of its reply. */
export function marksIn(protocol: Protocol, event: unknown): EventMarks {
  return readers[protocol].safeParse(event).data ?? none;
}
