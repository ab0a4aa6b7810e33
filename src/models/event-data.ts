/** Reads the data of server-sent events from a stream's bytes, however these are cut into pieces. */
export class EventDataReader {
  readonly #decoder = new TextDecoder();
  /** The beginning of a line whose end has not come yet. */
  #rest = "";

  /** The data lines that are complete with this piece. All providers write an event's data on one line. */
  read(piece: Uint8Array): readonly string[] {
    // A carriage return at the end may be half of a line break.
    const lines = `${this.#rest}${this.#decoder.decode(piece, { stream: true })}`.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? "";
    return dataIn(lines);
  }

  /** The data of a last line that was not ended. */
  end(): readonly string[] {
    return dataIn([this.#rest]);
  }
}

function dataIn(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => line.startsWith("data:")).map((line) => line.slice("data:".length).trim());
}
