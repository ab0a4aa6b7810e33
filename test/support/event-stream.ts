export interface ServerSentEvent {
  readonly id: string | undefined;
  readonly data: string;
}

/** Reads the events of a response one by one, and can leave it at any point. */
export class EventStream implements AsyncDisposable {
  readonly #reader: ReturnType<typeof textReader>;
  #buffer = "";

  constructor(response: Response) {
    this.#reader = textReader(response);
  }

  /** The next event; undefined when the server has ended the stream. */
  async next(): Promise<ServerSentEvent | undefined> {
    for (;;) {
      const end = this.#buffer.indexOf("\n\n");
      if (end >= 0) {
        const lines = this.#buffer.slice(0, end).split("\n");
        this.#buffer = this.#buffer.slice(end + 2);
        const data = field(lines, "data");
        if (data !== undefined) return { id: field(lines, "id"), data };
        continue;
      }
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#buffer += value;
    }
  }

  /** All that is left, to the end of the stream. */
  async rest(): Promise<readonly ServerSentEvent[]> {
    const events: ServerSentEvent[] = [];
    for (let event = await this.next(); event !== undefined; event = await this.next()) events.push(event);
    return events;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader.cancel();
  }
}

function field(lines: readonly string[], name: string): string | undefined {
  return lines
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trimStart();
}

function textReader({ body, status }: Response) {
  if (body === null) throw new Error(`A response with status ${status} has no body.`);
  return body.pipeThrough(new TextDecoderStream()).getReader();
}
