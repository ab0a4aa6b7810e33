/** What a signature in a Mach-O file says, and whether it fits the file; read from the file alone, by cs_blobs.h. */
export interface MachOSignature {
  readonly identifier: string;
  readonly isAdHoc: boolean;
  /** Bytes from the beginning of the file that are signed. */
  readonly signed: number;
  /** Where the signature begins, for all that is before it has to be signed. */
  readonly offset: number;
  /** Whether it reaches to the end of the file, as does the segment that it is in. */
  readonly endsTheFile: boolean;
  readonly pages: number;
  /** The pages whose digest is another one. */
  readonly wrongPages: readonly number[];
}

interface LoadCommand {
  readonly kind: number;
  readonly body: DataView;
}

function* loadCommands(view: DataView): Generator<LoadCommand> {
  let offset = 32;
  for (let index = 0; index < view.getUint32(16, true); index += 1) {
    const size = view.getUint32(offset + 4, true);
    yield {
      kind: view.getUint32(offset, true),
      body: new DataView(view.buffer, view.byteOffset + offset, size),
    };
    offset += size;
  }
}

/** Throws when there is none, or when it is none that a Mac would read. */
export function readSignature(file: Uint8Array): MachOSignature {
  const commands = [...loadCommands(new DataView(file.buffer, file.byteOffset, file.byteLength))];
  const command = commands.find(({ kind }) => kind === 0x1d)?.body;
  if (command === undefined) throw new Error("The file has no signature.");
  const offset = command.getUint32(8, true);
  const size = command.getUint32(12, true);
  const segments = commands.filter(({ kind }) => kind === 0x19);
  const segmentEnd = Math.max(...segments.map(({ body }) => endOf(body)));
  const directory = codeDirectory(file, offset);

  const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength);
  const [digestSize, digestType, , pageSizeLog2 = 0] = directory.subarray(36, 40);
  if (digestSize !== 32 || digestType !== 2) throw new Error("The digests are not SHA-256.");
  const [hashes, name, pages, signed] = [16, 20, 28, 32].map((at) => view.getUint32(at));
  if (hashes === undefined || name === undefined || pages === undefined || signed === undefined)
    throw new Error("The code directory ends early.");
  const pageSize = 2 ** pageSizeLog2;
  if (pages !== Math.ceil(signed / pageSize)) throw new Error("There is not one digest for each page.");
  const isWrong = (page: number) => {
    const content = file.subarray(page * pageSize, Math.min((page + 1) * pageSize, signed));
    const digest = directory.subarray(hashes + page * 32, hashes + (page + 1) * 32);
    return !Buffer.from(digest).equals(new Bun.CryptoHasher("sha256").update(content).digest());
  };
  return {
    identifier: new TextDecoder().decode(directory.subarray(name, directory.indexOf(0, name))),
    isAdHoc: (view.getUint32(12) & 0x2) !== 0,
    signed,
    offset,
    endsTheFile: offset + size === file.length && segmentEnd === file.length,
    pages,
    wrongPages: Array.from({ length: pages }, (_, page) => page).filter(isWrong),
  };
}

function endOf(segment: DataView): number {
  return Number(segment.getBigUint64(40, true) + segment.getBigUint64(48, true));
}

/** The part of a signature with the digests. */
function codeDirectory(file: Uint8Array, offset: number): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset + offset);
  if (view.getUint32(0) !== 0xfade_0cc0) throw new Error("The signature does not begin as one.");
  for (let index = 0; index < view.getUint32(8); index += 1) {
    const start = view.getUint32(12 + index * 8 + 4);
    if (view.getUint32(start) === 0xfade_0c02)
      return file.subarray(offset + start, offset + start + view.getUint32(start + 4));
  }
  throw new Error("The signature has no code directory.");
}
