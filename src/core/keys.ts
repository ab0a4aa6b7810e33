import { GuiAgentError } from "./errors.ts";

/**
 * The keys that a caller can name. A key is either one of `namedKeys` or one printable character
 * as it stands on the user's keyboard layout (`a`, `5`, `/`, `+`); letters are lower case.
 */
export const namedKeys = [
  "ctrl",
  "shift",
  "alt",
  "altgr",
  "meta",
  "enter",
  "escape",
  "tab",
  "space",
  "backspace",
  "delete",
  "insert",
  "home",
  "end",
  "pageup",
  "pagedown",
  "up",
  "down",
  "left",
  "right",
  "capslock",
  "numlock",
  "scrolllock",
  "printscreen",
  "pause",
  "menu",
  "f1",
  "f2",
  "f3",
  "f4",
  "f5",
  "f6",
  "f7",
  "f8",
  "f9",
  "f10",
  "f11",
  "f12",
  "f13",
  "f14",
  "f15",
  "f16",
  "f17",
  "f18",
  "f19",
  "f20",
  "f21",
  "f22",
  "f23",
  "f24",
  "numpad0",
  "numpad1",
  "numpad2",
  "numpad3",
  "numpad4",
  "numpad5",
  "numpad6",
  "numpad7",
  "numpad8",
  "numpad9",
  "numpadadd",
  "numpadsubtract",
  "numpadmultiply",
  "numpaddivide",
  "numpaddecimal",
  "numpadenter",
  "volumemute",
  "volumedown",
  "volumeup",
  "mediaplay",
  "mediastop",
  "mediaprevious",
  "medianext",
] as const;

export type NamedKey = (typeof namedKeys)[number];

declare const character: unique symbol;
/** One printable character, as a key. */
export type CharacterKey = string & { readonly [character]: true };

export type Key = NamedKey | CharacterKey;

export const modifierKeys = ["ctrl", "shift", "alt", "altgr", "meta"] as const satisfies readonly NamedKey[];
export type ModifierKey = (typeof modifierKeys)[number];

/** A modifier in its many spellings, of either side: `Control_L`, `LeftShift`, `ralt`, `MetaRight`. */
const modifierSpelling =
  /^(?:left|right|[lr])?(ctrl|control|strg|shift|alt|option|opt|meta|super|win|windows|cmd|command|os)(?:left|right|[lr])?$/;

const modifierNames = new Map<string, ModifierKey>(
  Object.entries({
    control: "ctrl",
    strg: "ctrl",
    option: "alt",
    opt: "alt",
    super: "meta",
    win: "meta",
    windows: "meta",
    cmd: "meta",
    command: "meta",
    os: "meta",
  } as const),
);

/** Other spellings that agents use. Compared without case, spaces, `-` and `_`. */
const aliases: Readonly<Record<string, NamedKey>> = {
  altgraph: "altgr",
  isolevel3shift: "altgr",
  return: "enter",
  newline: "enter",
  esc: "escape",
  spacebar: "space",
  bksp: "backspace",
  back: "backspace",
  del: "delete",
  ins: "insert",
  pgup: "pageup",
  prior: "pageup",
  pgdn: "pagedown",
  pgdown: "pagedown",
  next: "pagedown",
  arrowup: "up",
  uparrow: "up",
  arrowdown: "down",
  downarrow: "down",
  arrowleft: "left",
  leftarrow: "left",
  arrowright: "right",
  rightarrow: "right",
  caps: "capslock",
  print: "printscreen",
  prtsc: "printscreen",
  prtscn: "printscreen",
  sysrq: "printscreen",
  break: "pause",
  apps: "menu",
  contextmenu: "menu",
  kp0: "numpad0",
  kp1: "numpad1",
  kp2: "numpad2",
  kp3: "numpad3",
  kp4: "numpad4",
  kp5: "numpad5",
  kp6: "numpad6",
  kp7: "numpad7",
  kp8: "numpad8",
  kp9: "numpad9",
  kpadd: "numpadadd",
  kpsubtract: "numpadsubtract",
  kpmultiply: "numpadmultiply",
  kpdivide: "numpaddivide",
  kpdecimal: "numpaddecimal",
  kpenter: "numpadenter",
  mute: "volumemute",
  audiovolumemute: "volumemute",
  audiovolumedown: "volumedown",
  audiovolumeup: "volumeup",
  mediaplaypause: "mediaplay",
  playpause: "mediaplay",
  mediatrackprevious: "mediaprevious",
  mediatracknext: "medianext",
};

/** Names of characters that are awkward to write as themselves. */
const characterNames = new Map(
  Object.entries({
    plus: "+",
    minus: "-",
    dash: "-",
    hyphen: "-",
    equal: "=",
    equals: "=",
    comma: ",",
    period: ".",
    dot: ".",
    slash: "/",
    backslash: "\\",
    semicolon: ";",
    colon: ":",
    quote: "'",
    apostrophe: "'",
    grave: "`",
    backquote: "`",
    backtick: "`",
    bracketleft: "[",
    leftbracket: "[",
    bracketright: "]",
    rightbracket: "]",
    underscore: "_",
    tilde: "~",
    asterisk: "*",
    question: "?",
    at: "@",
    hash: "#",
  }),
);

const canonical = new Map<string, NamedKey>([
  ...namedKeys.map((name) => [name, name] as const),
  ...Object.entries(aliases),
]);

/** Whether a key is one of `modifierKeys`. */
export function isModifier(key: Key): key is ModifierKey {
  return modifierKeys.some((modifier) => modifier === key);
}

/** Whether a key is one of `namedKeys`, not a character. */
export function isNamedKey(key: Key): key is NamedKey {
  return namedKeys.some((name) => name === key);
}

/**
 * Reads a key from the way agents write it: `Control_L`, `Return`, `PageDown`, `KeyA`, `Digit5`,
 * `Page Down`, `+`, `ä`. Throws `invalid_input` for anything else.
 */
export function parseKey(written: string): Key {
  const trimmed = written.trim();
  if (written === " ") return "space";
  if ([...trimmed].length === 1) return characterKey(trimmed);
  const plain = trimmed.toLowerCase().replace(/[\s_-]/g, "");
  const modifier = modifierSpelling.exec(plain)?.[1];
  const named = canonical.get(modifier === undefined ? plain : (modifierNames.get(modifier) ?? modifier));
  if (named !== undefined) return named;
  const code = /^(?:key([a-z])|digit([0-9])|num([0-9]))$/.exec(plain);
  const single = code?.[1] ?? code?.[2] ?? code?.[3] ?? characterNames.get(plain);
  if (single !== undefined) return characterKey(single);
  throw new GuiAgentError("invalid_input", `There is no key called "${written}".`, {
    remedy: trimmed.includes("+")
      ? 'Send a chord through gui_hotkey, one key per array element, such as ["ctrl", "c"].'
      : `Use one printable character or one of: ${namedKeys.join(", ")}.`,
  });
}

/**
 * Reads a chord. Elements may themselves be joined by `+` (`ctrl+shift+t`). The keys come back in
 * the order in which they were written, each once.
 */
export function parseChord(written: readonly string[]): readonly Key[] {
  const keys = written.flatMap(splitChord).map(parseKey);
  return [...new Set(keys)];
}

function splitChord(element: string): readonly string[] {
  if ([...element.trim()].length <= 1 || !element.includes("+")) return [element];
  // "ctrl++" is ctrl and the plus key.
  const [head, plus] = element.endsWith("++") ? [element.slice(0, -2), ["+"]] : [element, []];
  return [...head.split("+"), ...plus];
}

function characterKey(text: string): CharacterKey {
  if (/[\p{C}\p{Z}]/u.test(text)) {
    throw new GuiAgentError(
      "invalid_input",
      `The key ${JSON.stringify(text)} is not a printable character.`,
      {
        remedy: "Use a key name such as enter, tab or space.",
      },
    );
  }
  const lower = text.toLowerCase();
  // Some letters have no single lower-case form (İ); they stay as they are.
  return ([...lower].length === 1 ? lower : text) as CharacterKey;
}
