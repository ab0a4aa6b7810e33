/** `CF_…` of winuser.h (learn.microsoft.com/en-us/windows/win32/dataxchg/standard-clipboard-formats). */
export const standardFormat = {
  CF_TEXT: 1,
  CF_BITMAP: 2,
  CF_METAFILEPICT: 3,
  CF_SYLK: 4,
  CF_DIF: 5,
  CF_TIFF: 6,
  CF_OEMTEXT: 7,
  CF_DIB: 8,
  CF_PALETTE: 9,
  CF_PENDATA: 10,
  CF_RIFF: 11,
  CF_WAVE: 12,
  CF_UNICODETEXT: 13,
  CF_ENHMETAFILE: 14,
  CF_HDROP: 15,
  CF_LOCALE: 16,
  CF_DIBV5: 17,
  CF_OWNERDISPLAY: 0x80,
  CF_DSPTEXT: 0x81,
  CF_DSPBITMAP: 0x82,
  CF_DSPMETAFILEPICT: 0x83,
  CF_DSPENHMETAFILE: 0x8e,
} as const;

const standardNames: ReadonlyMap<number, string> = new Map(
  Object.entries(standardFormat).map(([name, number]) => [number, name]),
);

/** What the system calls a format that is not registered under a name. */
export function standardName(format: number): string {
  return standardNames.get(format) ?? `0x${format.toString(16).padStart(4, "0")}`;
}

/** How what is on the clipboard in one format is saved. */
export type Saving =
  /** Its bytes. */
  | { readonly how: "memory" | "metafile" }
  /** Not at all: the system makes it of any of these formats, or it says nothing to anybody else. */
  | { readonly how: "not"; readonly madeOf: readonly number[] }
  /** It cannot be, and would be missed. */
  | { readonly how: "impossible" };

/** A picture in the memory of the display: the same is in these, which can be saved. */
const pictures = [standardFormat.CF_DIB, standardFormat.CF_DIBV5];

/**
 * Handles of the graphics system stand for the same as formats with bytes, which the system offers along
 * with them.
 */
const savings: ReadonlyMap<number, Saving> = new Map<number, Saving>([
  [standardFormat.CF_BITMAP, { how: "not", madeOf: pictures }],
  // The colours of a picture for displays that show 256 at a time; a CF_DIB has its own along.
  [standardFormat.CF_PALETTE, { how: "not", madeOf: pictures }],
  [standardFormat.CF_METAFILEPICT, { how: "not", madeOf: [standardFormat.CF_ENHMETAFILE] }],
  [standardFormat.CF_ENHMETAFILE, { how: "metafile" }],
  // Painted by the owner's window, which is told where.
  [standardFormat.CF_OWNERDISPLAY, { how: "not", madeOf: [] }],
  // What the owner's private formats look like.
  [standardFormat.CF_DSPBITMAP, { how: "not", madeOf: [] }],
  [standardFormat.CF_DSPMETAFILEPICT, { how: "not", madeOf: [] }],
  [standardFormat.CF_DSPENHMETAFILE, { how: "not", madeOf: [] }],
]);

const savingsByName: ReadonlyMap<string, Saving> = new Map<string, Saving>([
  // The window through which OLE asks the program itself. What it can hand out is on the clipboard, too.
  ["dataobject", { how: "not", madeOf: [] }],
  // Files that only the owner has, such as those attached to a mail. The clipboard gives one of them at most.
  ["filecontents", { how: "impossible" }],
]);

/**
 * Files that are handed out, and the list of them. Explorer offers these for files on a disk as well, whose
 * paths (CF_HDROP) are what programs paste; without the files their list would be a promise that nobody keeps.
 */
const handedOutFiles: ReadonlySet<string> = new Set([
  "filecontents",
  "filegroupdescriptor",
  "filegroupdescriptorw",
]);

/** CF_PRIVATEFIRST to CF_GDIOBJLAST: numbers that mean something to the owner alone, which frees them itself. */
const ownersHandles = { first: 0x200, last: 0x3ff } as const;

/**
 * @param name what the format is registered as, or its standard name; names do not differ by case
 * @param all the formats on the clipboard
 */
export function savingOf(format: number, name: string, all: ReadonlyMap<number, string>): Saving {
  if (format >= ownersHandles.first && format <= ownersHandles.last) return { how: "not", madeOf: [] };
  if (all.has(standardFormat.CF_HDROP) && handedOutFiles.has(name.toLowerCase()))
    return { how: "not", madeOf: [] };
  return savings.get(format) ?? savingsByName.get(name.toLowerCase()) ?? { how: "memory" };
}
