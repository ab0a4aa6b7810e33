/** Reads the data of server-sent events from a stream's bytes, however these are cut into pieces. */
export class EventDataReader {
  readonly #decoder = new TextDecoder();
  /** The beginning of a line whose end has not come yet. */
  #rest = "";
  /** A carriage return at the end of the last piece, which may be half of a line break. */
  #half = "";

  /** The data lines that are complete with this piece. All providers write an event's data on one line. */
  read(piece: Uint8Array): readonly string[] {
    const text = `${this.#half}${this.#decoder.decode(piece, { stream: true })}`;
    this.#half = text.endsWith("\r") ? "\r" : "";
    const [first = "", ...others] = text.slice(0, text.length - this.#half.length).split(/\r\n|\n|\r/);
    // The rest is not looked at again: of a line without an end, each piece would take longer than the one before.
    const lines = [`${this.#rest}${first}`, ...others];
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
