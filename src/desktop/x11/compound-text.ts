/** Turns the bytes of one piece of text into characters. */
type Decoder = (bytes: Uint8Array) => string;

const latin1: Decoder = (bytes) => Buffer.from(bytes).toString("latin1");
const encoded = (name: ConstructorParameters<typeof TextDecoder>[0]): Decoder => {
  const decoder = new TextDecoder(name);
  return (bytes) => decoder.decode(bytes);
};
/** Two bytes of 7 bits a character, where the encodings that are known by name have 8. */
const raised = (decode: Decoder): Decoder => {
  return (bytes) => decode(bytes.map((byte) => (byte > 0x20 ? byte | 0x80 : byte)));
};

const gbk = encoded("gbk");
const eucJp = encoded("euc-jp");
const eucKr = encoded("euc-kr");

/** What comes after an announcement, which is an escape character and these. */
const decoders: Readonly<Record<string, Decoder>> = {
  "(B": latin1,
  "(J": latin1,
  "-A": latin1,
  "-B": encoded("iso-8859-2"),
  "-C": encoded("iso-8859-3"),
  "-D": encoded("iso-8859-4"),
  "-F": encoded("iso-8859-7"),
  "-G": encoded("iso-8859-6"),
  "-H": encoded("iso-8859-8"),
  "-L": encoded("iso-8859-5"),
  "-M": encoded("windows-1254"),
  "-b": encoded("iso-8859-15"),
  "$(A": raised(gbk),
  "$)A": gbk,
  "$(B": raised(eucJp),
  "$)B": eucJp,
  "$(C": raised(eucKr),
  "$)C": eucKr,
  "%G": encoded("utf-8"),
  "%@": latin1,
};

const announcement = /^[()\-$%][()]?[\x30-\x7e]/;

/**
 * COMPOUND_TEXT, in which older programs write titles: pieces in several character sets, each
 * announced. Before the first it is ASCII and Latin-1. Sets that are not known here become `�`.
 */
export function decodeCompoundText(bytes: Buffer): string {
  const [first = "", ...pieces] = bytes.toString("latin1").split("\x1b");
  const decoded = pieces.map((piece) => {
    const [name = ""] = announcement.exec(piece) ?? [];
    const decode = decoders[name];
    return decode === undefined ? "�" : decode(Buffer.from(piece.slice(name.length), "latin1"));
  });
  return [first, ...decoded].join("");
}
