/*
 * A library of Windows without code, whose one function lies in another library
 * (learn.microsoft.com/en-us/windows/win32/debug/pe-format).
 */

const headersEnd = 0x200;
const sectionSize = 0x200;
/** Where the section's bytes are in memory. */
const sectionAddress = 0x1000;

const exportDirectoryBytes = 40;

/**
 * @param forward the other library without its extension, and the function there, such as `ADVAPI32.Function`
 */
export function forwarderLibrary(libraryName: string, functionName: string, forward: string): Uint8Array {
  const view = new DataView(new ArrayBuffer(headersEnd + sectionSize));
  writeHeaders(view);
  writeExports(view, libraryName, functionName, forward);
  return new Uint8Array(view.buffer);
}

function writeHeaders(view: DataView): void {
  const signatureAt = 0x40;
  view.setUint16(0, 0x5a4d, true); // MZ
  view.setUint32(0x3c, signatureAt, true);
  view.setUint32(signatureAt, 0x4550, true); // PE

  const fileHeader = signatureAt + 4;
  const optionalBytes = 240;
  view.setUint16(fileHeader, 0x8664, true); // x64
  view.setUint16(fileHeader + 2, 1, true); // sections
  view.setUint16(fileHeader + 16, optionalBytes, true);
  view.setUint16(fileHeader + 18, 0x2022, true); // executable, large addresses, a DLL

  const optional = fileHeader + 20;
  view.setUint16(optional, 0x20b, true); // PE32+
  view.setBigUint64(optional + 24, 0x180000000n, true); // preferred base
  view.setUint32(optional + 32, 0x1000, true); // alignment in memory
  view.setUint32(optional + 36, 0x200, true); // alignment in the file
  view.setUint16(optional + 40, 6, true); // of the system
  view.setUint16(optional + 48, 6, true); // of the subsystem
  view.setUint32(optional + 56, sectionAddress + 0x1000, true); // size of the image
  view.setUint32(optional + 60, headersEnd, true);
  view.setUint16(optional + 68, 2, true); // subsystem: GUI
  view.setUint16(optional + 70, 0x160, true); // may lie anywhere, holds no code to be run as data
  for (const [index, size] of [0x100000n, 0x1000n, 0x100000n, 0x1000n].entries()) {
    view.setBigUint64(optional + 72 + index * 8, size, true); // stack and heap
  }
  view.setUint32(optional + 108, 16, true); // directories, of which the first is the exports
  view.setUint32(optional + 112, sectionAddress, true);
  view.setUint32(optional + 116, sectionSize, true);

  const section = optional + optionalBytes;
  writeText(view, section, ".rdata");
  view.setUint32(section + 8, sectionSize, true);
  view.setUint32(section + 12, sectionAddress, true);
  view.setUint32(section + 16, sectionSize, true);
  view.setUint32(section + 20, headersEnd, true);
  view.setUint32(section + 36, 0x40000040, true); // data that is read
}

/** An address within the directory is that of a forward, and not of code. */
function writeExports(view: DataView, libraryName: string, functionName: string, forward: string): void {
  const functionsAt = exportDirectoryBytes;
  const namesAt = functionsAt + 4;
  const ordinalsAt = namesAt + 4;
  let textAt = ordinalsAt + 4;
  const addressOf = (text: string) => {
    const address = sectionAddress + textAt;
    writeText(view, headersEnd + textAt, text);
    textAt += text.length + 1;
    return address;
  };
  const put = (offset: number, value: number) => view.setUint32(headersEnd + offset, value, true);
  put(12, addressOf(libraryName));
  put(16, 1); // the first ordinal
  put(20, 1); // functions
  put(24, 1); // names
  put(28, sectionAddress + functionsAt);
  put(32, sectionAddress + namesAt);
  put(36, sectionAddress + ordinalsAt);
  put(functionsAt, addressOf(forward));
  put(namesAt, addressOf(functionName));
}

function writeText(view: DataView, offset: number, text: string): void {
  new Uint8Array(view.buffer).set(Buffer.from(text, "latin1"), offset);
}
