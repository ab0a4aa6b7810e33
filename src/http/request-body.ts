import { refuse, rpcErrors } from "./refusal.ts";

/** No tool needs more; what walks a message recursively (schemas, redaction) can then not exhaust the stack. */
const maxNesting = 100;

export type JsonBody = { readonly value: unknown } | { readonly refusal: Response };

/**
 * Reads a request's body as JSON, at most `maxBytes` of it, whether or not its length was declared.
 * The refusal says what is wrong: 415 not JSON, 413 too large, 400 malformed or nested too deeply.
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<JsonBody> {
  if (!isJson(request.headers.get("content-type"))) {
    return { refusal: refuse(415, "The Content-Type of a POST must be application/json.") };
  }
  const tooLarge = () => ({ refusal: refuse(413, `The request body is larger than ${maxBytes} bytes.`) });
  // Refused before any of it is read: the sender may wait for that.
  if (Number(request.headers.get("content-length")) > maxBytes) return tooLarge();
  const bytes = await readBytes(request, maxBytes);
  if (bytes === undefined) return tooLarge();
  if (nestsDeeperThan(maxNesting, bytes)) {
    const message = `The request nests more than ${maxNesting} levels deep.`;
    return { refusal: refuse(400, message, { code: rpcErrors.invalidRequest }) };
  }
  try {
    // Fatal: a replaced character would be typed as if the caller had asked for it.
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    return { refusal: refuse(400, "Parse error: the body is not JSON.", { code: rpcErrors.parse }) };
  }
}

function isJson(contentType: string | null): boolean {
  return contentType?.split(";", 1)[0]?.trim().toLowerCase() === "application/json";
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | undefined> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Bun.concatArrayBuffers(chunks, size, true);
}

/** Looks at the brackets before parsing, while they are only bytes that need no stack to be walked. */
function nestsDeeperThan(limit: number, json: Uint8Array): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (inString) {
      if (byte === character.backslash) index += 1;
      else if (byte === character.quote) inString = false;
    } else if (byte === character.quote) inString = true;
    else if (byte === character.openBracket || byte === character.openBrace) {
      depth += 1;
      if (depth > limit) return true;
    } else if (byte === character.closeBracket || byte === character.closeBrace) depth -= 1;
  }
  return false;
}

const character = {
  quote: 0x22,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;
