/**
 * Signs Mach-O files ad hoc, which takes no certificate: Bun leaves its own signature in the file for Intel
 * Macs, which no longer fits what was appended, and macOS ends a program whose pages do not fit.
 * The formats are those of mach-o/loader.h and of cs_blobs.h (xnu).
 */

const machO64 = 0xfeed_facf;
const headerSize = 32;
const segmentCommand = 0x19;
const signatureCommand = 0x1d;

const superBlob = 0xfade_0cc0;
const superBlobSize = 20;
const codeDirectory = 0xfade_0c02;
/** With the fields of the executable segment, which macOS on ARM asks for. */
const codeDirectoryVersion = 0x2_0400;
const codeDirectorySize = 88;
/** Ad hoc, and made by a linker: what Apple's own linker says of a file that nobody signed. */
const flags = 0x2_0002;
const sha256 = { type: 2, size: 32 } as const;
const pageSizeLog2 = 12;
/** The segment is that of a main program. */
const mainBinary = 1n;

interface Layout {
  /** Where the signature begins, and with it ends what is signed. */
  readonly signed: number;
  /** Where the load command of the signature is. */
  readonly signature: number;
  /** Where the load command of the segment is that the signature lies in. */
  readonly linkEdit: number;
  /** What of the file is in the segment with the code. */
  readonly code: { readonly offset: bigint; readonly size: bigint };
}

/**
 * The file with a signature that fits, in place of the one that it has.
 * @param identifier what the system calls the program
 */
export function signAdHoc(file: Uint8Array, identifier: string): Uint8Array<ArrayBuffer> {
  const layout = layoutOf(new DataView(file.buffer, file.byteOffset, file.byteLength));
  const name = new TextEncoder().encode(`${identifier}\0`);
  const pages = Math.ceil(layout.signed / 2 ** pageSizeLog2);
  const size = superBlobSize + codeDirectorySize + name.length + pages * sha256.size;
  const signed = new Uint8Array(layout.signed + alignTo(16, size));
  signed.set(file.subarray(0, layout.signed));
  // What is signed includes the load commands, so they come first.
  announce(new DataView(signed.buffer), layout, alignTo(16, size));
  writeSignature(signed, layout, { name, pages, size });
  return signed;
}

function layoutOf(view: DataView): Layout {
  if (view.getUint32(0, true) !== machO64)
    throw new Error("It is not a 64-bit Mach-O file for one processor.");
  let signature: number | undefined;
  let linkEdit: number | undefined;
  let code: Layout["code"] | undefined;
  let command = headerSize;
  for (let rest = view.getUint32(16, true); rest > 0; rest -= 1) {
    const kind = view.getUint32(command, true);
    if (kind === signatureCommand) signature = command;
    if (kind === segmentCommand) {
      const name = segmentName(view, command + 8);
      if (name === "__LINKEDIT") linkEdit = command;
      if (name === "__TEXT")
        code = { offset: view.getBigUint64(command + 40, true), size: view.getBigUint64(command + 48, true) };
    }
    command += view.getUint32(command + 4, true);
  }
  if (signature === undefined || linkEdit === undefined || code === undefined)
    throw new Error("The Mach-O file has no code or no place for a signature.");
  return { signed: view.getUint32(signature + 8, true), signature, linkEdit, code };
}

function segmentName(view: DataView, offset: number): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + offset, 16);
  return new TextDecoder().decode(bytes).replace(/\0+$/, "");
}

/** Puts the size of the signature into the load commands. */
function announce(view: DataView, { signed, signature, linkEdit }: Layout, size: number): void {
  view.setUint32(signature + 12, size, true);
  const segmentSize = BigInt(signed + size) - view.getBigUint64(linkEdit + 40, true);
  view.setBigUint64(linkEdit + 48, segmentSize, true);
  // The size in memory is in whole pages, which are largest on ARM.
  view.setBigUint64(linkEdit + 32, BigInt(alignTo(0x4000, Number(segmentSize))), true);
}

function writeSignature(
  file: Uint8Array<ArrayBuffer>,
  { signed, code }: Layout,
  { name, pages, size }: { readonly name: Uint8Array; readonly pages: number; readonly size: number },
): void {
  const blob = new DataView(file.buffer, signed);
  for (const [index, value] of [superBlob, size, 1, 0, superBlobSize].entries())
    blob.setUint32(index * 4, value);

  const directory = new DataView(file.buffer, signed + superBlobSize);
  const hashes = codeDirectorySize + name.length;
  const fields = [
    codeDirectory,
    size - superBlobSize,
    codeDirectoryVersion,
    flags,
    hashes,
    codeDirectorySize,
    0,
    pages,
    signed,
  ];
  for (const [index, value] of fields.entries()) directory.setUint32(index * 4, value);
  directory.setUint8(36, sha256.size);
  directory.setUint8(37, sha256.type);
  directory.setUint8(39, pageSizeLog2);
  directory.setBigUint64(64, code.offset);
  directory.setBigUint64(72, code.size);
  directory.setBigUint64(80, mainBinary);

  const start = signed + superBlobSize;
  file.set(name, start + codeDirectorySize);
  for (let page = 0; page < pages; page += 1) {
    const end = Math.min((page + 1) << pageSizeLog2, signed);
    const digest = new Bun.CryptoHasher("sha256").update(file.subarray(page << pageSizeLog2, end)).digest();
    file.set(digest, start + hashes + page * sha256.size);
  }
}

function alignTo(unit: number, size: number): number {
  return Math.ceil(size / unit) * unit;
}
