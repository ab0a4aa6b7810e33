/** The format of a program and the processor that it is for, by its own header; undefined for anything else. */
export function executableFormat(file: Uint8Array): string | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const magic = view.getUint32(0);
  if (magic === 0x7f45_4c46) return elf(view);
  if (magic === 0xcffa_edfe) return machO(view);
  return magic >>> 16 === 0x4d5a ? portableExecutable(view) : undefined;
}

/** "ELF Header" of the System V ABI: 64 bits, little-endian, and the machine. */
function elf(view: DataView): string | undefined {
  if (view.getUint8(4) !== 2 || view.getUint8(5) !== 1) return undefined;
  const machines: Readonly<Record<number, string>> = { 62: "x64", 183: "arm64" };
  return `ELF ${machines[view.getUint16(18, true)]}`;
}

/** mach-o/loader.h: one processor, 64 bits, and a main program. */
function machO(view: DataView): string | undefined {
  const executable = 2;
  if (view.getUint32(12, true) !== executable) return undefined;
  const processors: Readonly<Record<number, string>> = { 16777223: "x64", 16777228: "arm64" };
  return `Mach-O ${processors[view.getUint32(4, true)]}`;
}

/** "PE Format" of Microsoft: PE32+, the machine, and a console program, whose output a client can read. */
function portableExecutable(view: DataView): string | undefined {
  const header = view.getUint32(0x3c, true);
  const isPe32Plus = view.getUint32(header) === 0x5045_0000 && view.getUint16(header + 24, true) === 0x20b;
  const console = 3;
  if (!isPe32Plus || view.getUint16(header + 24 + 68, true) !== console) return undefined;
  const machines: Readonly<Record<number, string>> = { 34404: "x64", 43620: "arm64" };
  return `PE ${machines[view.getUint16(header + 4, true)]}`;
}
