/** A request to a model, read from whichever protocol it came in. */
export interface ModelRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The size of the request's body. */
  readonly byteLength: number;
  readonly model: string;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  /** Every picture in the messages, the oldest first. */
  readonly images: readonly ModelImage[];
  readonly tools: readonly ModelTool[];
  readonly maxTokens: number | undefined;
}

export interface ModelMessage {
  /** Who speaks; `tool` is the result of a call, which some protocols put into the user's mouth. */
  readonly role: "user" | "assistant" | "tool";
  readonly parts: readonly ModelPart[];
}

export type ModelPart =
  | { readonly type: "text"; readonly text: string }
  | ModelImage
  | { readonly type: "call"; readonly id: string; readonly name: string; readonly arguments: unknown };

export interface ModelImage {
  readonly type: "image";
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly schema: unknown;
}

/** What a model says. */
export interface ModelAnswer {
  readonly text?: string;
  readonly calls?: readonly ModelCall[];
  /** What it thought before. Sent by the Responses API alone. */
  readonly thought?: string;
  /** How many tokens it thought before, of which nothing is sent. They count towards the limit of the answer. */
  readonly thoughtTokens?: number;
  /** The answer was cut off at the model's greatest length, and the protocol says so. */
  readonly isCut?: true;
  /** The provider's own word for the end instead of the usual one. */
  readonly endsWith?: string;
  readonly breaks?: Break;
  /** The provider's name of the whole answer. Where the protocol has one and this is not given: one of its own. */
  readonly id?: string;
  /** Another answer in the same stream: after this one, or after what came of it if the stream breaks off by being closed. */
  readonly next?: ModelAnswer;
  /**
   * It is written as by servers that do not keep to the protocol: with an id of its own for each event
   * (OpenAI's chat completions), or with empty events that call themselves the end before the others (Gemini).
   */
  readonly isLoose?: true;
}

export interface ModelCall {
  /** Where the protocol has ids and this is not given: one of its own. */
  readonly id?: string;
  readonly name: string;
  /** As an object, or as the very text that goes over the wire, which need not be JSON. */
  readonly arguments: Readonly<Record<string, unknown>> | string;
}

/** How the stream of an answer goes wrong. */
export interface Break {
  /** After half of the pieces, or after all but those that end the answer. */
  readonly at: "half" | "end";
  /**
   * The stream is closed as if all were well; the connection is cut; nothing more comes; nothing but
   * comments comes, for ever; the provider reports an error; broken JSON comes.
   */
  readonly how: "closes" | "drops" | "hangs" | "comments" | "error" | "garbage";
}

/** An answer that is none. */
export type Refusal =
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly message?: string;
      /** The provider's name for the reason, where its protocol has one. */
      readonly code?: string;
    }
  /** Nothing ever comes, or the connection is cut before anything has. */
  | { readonly without: "answer" | "connection" };

/** One provider's protocol, as its servers speak it. */
export interface WireFormat {
  /** What follows the host in the address that clients are given. */
  readonly basePath: string;
  readonly requestPath: RegExp;
  read(body: unknown, path: string): Omit<ModelRequest, "path" | "headers" | "byteLength" | "images">;
  /** The server-sent events of an answer, in small pieces; the last ones say that it is complete. */
  write(answer: ModelAnswer): { readonly pieces: readonly string[]; readonly end: readonly string[] };
  /** An event that says that the provider cannot go on. */
  writeErrorEvent(message: string): string;
  /** The body of a refusal. */
  writeError(status: number, message: string, code?: string): unknown;
}

/** A server-sent event without a name. */
export function dataEvent(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** A server-sent event that is named after its type. */
export function typedEvent(data: { readonly type: string; readonly [field: string]: unknown }): string {
  return `event: ${data.type}\n${dataEvent(data)}`;
}

/** A text in the pieces in which it streams. */
export function inPieces(text: string): readonly string[] {
  return text.match(/[\s\S]{1,6}/gu) ?? [];
}

export function argumentsText(call: ModelCall): string {
  return typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
}

let lastId = 0;

/** An identifier like those of providers. */
export function newId(prefix: string): string {
  lastId += 1;
  return `${prefix}_${lastId.toString().padStart(8, "0")}`;
}

export function imageOf(mimeType: string, base64: string): ModelImage {
  return { type: "image", mimeType, bytes: Uint8Array.fromBase64(base64) };
}

/** A picture as a `data:` URL. */
export function imageOfUrl(url: string): ModelImage {
  const [, mimeType, base64] = /^data:([^;]+);base64,(.*)$/s.exec(url) ?? [];
  if (mimeType === undefined || base64 === undefined) throw new Error(`Not a picture: ${url.slice(0, 40)}`);
  return imageOf(mimeType, base64);
}
