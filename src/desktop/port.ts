import type { Clock } from "../core/clock.ts";
import type { GlobalPoint, Rect, Size } from "../core/geometry.ts";
import type { Key } from "../core/keys.ts";
import type { Log } from "../core/log.ts";
import type { Frame } from "../imaging/frame.ts";
import type { Sprite } from "../imaging/sprite.ts";

/** What a desktop is opened with. */
export interface DesktopOptions {
  /** Linux: size of a private display to start when there is none; undefined starts none. */
  readonly virtualDisplay: Size | undefined;
  readonly log: Log;
  readonly clock: Clock;
}

/**
 * What a desktop can do. One implementation per operating system; `select.ts` picks it.
 * All methods throw `display_unavailable` when there is no desktop to talk to; none may take
 * the process down with it, and all work again once the desktop is back.
 */
export interface Desktop extends AsyncDisposable {
  readonly platform: "x11" | "win32" | "darwin";
  /**
   * Fires when the desktop as it is now is lost, with the reason as a `GuiAgentError`; the next one has
   * another signal. With a desktop go the keys and buttons that were down: they are up before anything
   * else reaches it again.
   */
  readonly lost: AbortSignal;
  /** Whether it was started for us alone, so that nothing is on it at first. */
  readonly isPrivate: boolean;
  /** What the desktop runs on, for people: for X11 the display string and whether it is ours. */
  session(): Readonly<Record<string, string>>;
  /** The displays in the system's order, enumerated afresh at each call. */
  displays(): Promise<readonly Display[]>;
  /**
   * The pixels of an area, without the pointer.
   * @param area native pixels of the whole desktop (for X11: root pixels)
   * @param spare a frame that nobody needs any more: if its size fits, it is written over and returned, so
   *   that whoever looks often does not take new memory each time
   */
  capture(area: Rect, spare?: Frame): Promise<Frame>;
  /** What the pointer looks like now, and where. Throws `unsupported` where the system does not tell. */
  pointerImage(): Promise<PointerImage>;
  readonly pointer: Pointer;
  /** Within which time programs take two clicks for a double click, at most. */
  doubleClickMs(): number;
  readonly keyboard: Keyboard;
  readonly clipboard: Clipboard;
  readonly windows: Windows;
  /**
   * Keeps other gui-agents from changing the desktop until the claim is disposed of, or this process ends.
   * Waits for them to finish; who has a claim already gets another at once.
   * Throws `busy` after `timeoutMs` with the process that uses the desktop.
   */
  claim(options: ClaimOptions): Promise<Disposable>;
  /** What must be granted or present for the desktop to be driven, each with its remedy. */
  permissions(options?: PermissionOptions): Promise<readonly Permission[]>;
  /**
   * Throws `screen_locked`, `unsupported` or `permission_denied` where the desktop must not or cannot be
   * changed. For input also `keyboard_in_use` or `pointer_in_use`, where a key or a button that somebody
   * else holds would turn it into something else.
   */
  assertReady(forWhat: Readiness): Promise<void>;
  /**
   * For who cannot wait any longer: if the desktop has owed an answer for so many milliseconds, what waits
   * for it fails with `display_unavailable`, as when the desktop is lost. One that answers is left alone.
   */
  abandonIfSilent(silentMs: number): void;
}

export interface PermissionOptions {
  /** Also tries out what only a trial tells, though the system may ask the user about it: for who has just asked. */
  readonly byTrial: boolean;
}

export interface ClaimOptions extends Abortable {
  readonly timeoutMs: number;
  /** Called once, with who uses the desktop, when there is somebody to wait for. */
  readonly onWait?: (holder: ClaimHolder) => void;
}

/** Another gui-agent that uses the desktop, as far as it is known. */
export interface ClaimHolder {
  readonly pid: number | undefined;
  /** Since when; to the second. */
  readonly since: Date | undefined;
}

/** `input` presses keys or buttons or moves the pointer; `change` is everything else that leaves traces. */
export type Readiness = "input" | "change";

/** One display. `x`, `y`, `width`, `height` are logical points of the whole desktop. */
export interface Display extends Rect {
  /** Position in `displays()`, from 0. */
  readonly index: number;
  /** The system's name of the output, such as `HDMI-1`; stable while it stays plugged in. */
  readonly name: string;
  readonly isPrimary: boolean;
  /** Native pixels. */
  readonly physicalWidth: number;
  readonly physicalHeight: number;
  /** Physical pixels per logical point, measured. */
  readonly scaleFactor: number;
  /**
   * Its corner in native pixels of the whole desktop, where that is not its logical one in pixels of its own:
   * displays side by side whose points have different numbers of pixels would overlap.
   */
  readonly nativeOrigin?: { readonly x: number; readonly y: number };
  /** How large programs draw on it: 1.5 is 150 %. Absent where that is in the scale factor, or nobody tells. */
  readonly contentScale?: number;
}

export const mouseButtons = ["left", "right", "middle"] as const;
export type MouseButton = (typeof mouseButtons)[number];

/** The pointer's picture. Its place is in native pixels of the whole desktop; a hidden pointer has nothing to see. */
export interface PointerImage extends Sprite {
  readonly x: number;
  readonly y: number;
}

export interface Pointer {
  position(): Promise<GlobalPoint>;
  moveTo(point: GlobalPoint): Promise<void>;
  press(button: MouseButton): Promise<void>;
  release(button: MouseButton): Promise<void>;
  /** Wheel notches at the pointer: positive `deltaY` is down, positive `deltaX` is right. */
  scroll(deltaX: number, deltaY: number): Promise<void>;
}

export interface Keyboard {
  /** Whether `type` takes texts of all characters and any length, as no character has to be put on a key first. */
  readonly typesAnyCharacter: boolean;
  /**
   * Whether an input method, such as one for Pinyin, is known to be in force that would take typed text for its
   * own. `type` sets it aside, which takes a moment and which the user sees; what is pasted does not reach it.
   */
  hasInputMethod(): Promise<boolean>;
  /** Throws `unsupported` for a key or character that the system or its layout does not have, or lets nobody press. */
  press(key: Key): Promise<void>;
  release(key: Key): Promise<void>;
  /**
   * What else programs may take a key for in a hotkey: Ctrl and `й` quit a program whose hotkey is
   * Ctrl+Q, since the same key writes `q` in another layout. The other characters of the key that
   * would be pressed, and the modifiers that would be held for it; of other layouts, and of the key's
   * place on a US keyboard, those that the layout in force does not have. Empty for named keys.
   * Throws `unsupported` for a character that no key can write.
   */
  sameKeyAs(key: Key): Promise<readonly Key[]>;
  /**
   * Types text into what has the focus, whatever the keyboard layout. `\n` is Return, `\t` is Tab.
   * Throws `unsupported` for a character that cannot be typed, before typing anything; may throw
   * `text_not_taken` when another window comes to the front before all of it is typed.
   */
  type(text: string, signal: AbortSignal): Promise<void>;
}

/** `writeText` and `lend` take turns with each other (the desktop lock sees to that), and with loans. */
export interface Clipboard {
  /**
   * What is on the clipboard; while a text is lent, what was there before.
   * Throws `clipboard_unavailable` when the program that has copied it does not answer.
   */
  read(signal: AbortSignal): Promise<ClipboardContents>;
  /**
   * Replaces what is on the clipboard by a text.
   * Throws `clipboard_unavailable` when another program keeps it from being changed.
   */
  writeText(text: string, options: TextOptions): Promise<void>;
  /**
   * Puts text on the clipboard for one paste into what has the focus. Disposing the loan puts back what
   * was there, in every format (also nothing), unless somebody else has copied something meanwhile.
   * Throws `clipboard_unavailable`, before it changes anything, when what is there cannot be saved whole.
   */
  lend(text: string, options: TextOptions & Abortable): Promise<TextLoan>;
}

export interface TextOptions {
  /** Asks programs that keep a history of the clipboard to leave the text out. */
  readonly isSecret: boolean;
}

export interface Abortable {
  readonly signal: AbortSignal;
}

export interface ClipboardContents {
  /** Undefined where there is none, but perhaps a picture. */
  readonly text: string | undefined;
  /** The forms in which it can be pasted, as the system calls them: MIME types, mostly. */
  readonly formats: readonly string[];
}

/** Text that is on the clipboard for one paste. */
export interface TextLoan extends AsyncDisposable {
  /** The keys that make the focused program paste: Ctrl+V, or what its terminal understands. */
  readonly pasteKeys: readonly Key[];
  /**
   * What the program that has the focus does with the text, once it is clear; `ignored` when it has not
   * even begun to fetch it within `timeoutMs`. What was begun is waited for. Afterwards nobody is given
   * the text any more. Throws `text_not_taken` when it was begun and not finished, when only another
   * program has read the text, or when somebody else has copied something before: then other text, or a
   * part of this, may have been pasted.
   */
  taken(timeoutMs: number, signal: AbortSignal): Promise<PasteOutcome>;
}

/** `perhaps`: all of the text was fetched, but as browsers do also where no field takes it. */
export type PasteOutcome = "taken" | "perhaps" | "ignored";

/** All throw `permission_denied` on a Mac whose user does not let us see the windows of programs. */
export interface Windows {
  /**
   * The windows of programs, from front to back, the minimised ones and those of other workspaces
   * included. Not among them: the desktop itself, docks, notifications, menus and splash screens.
   */
  list(): Promise<readonly DesktopWindow[]>;
  /**
   * Asks for a window to be shown, raised and given the keyboard, on its workspace. What comes of it
   * is up to the system and the program, and takes a moment: `list` tells.
   */
  activate(id: string): Promise<void>;
  /** Whether what is typed goes to the window of a program, listed or not. */
  hasKeyboard(): Promise<boolean>;
}

export interface DesktopWindow {
  /** The system's handle. A window that closes takes it along, but a later one may get the same. */
  readonly id: string;
  /** As the program gave it: text from outside. */
  readonly title: string;
  /** What the program is called, such as `XTerm`; empty where it does not say. */
  readonly app: string;
  readonly pid: number | undefined;
  /**
   * What can be seen of it: the title bar and borders are in it, the shadow around is not. Logical points
   * of the whole desktop. For a minimised window: where it was.
   */
  readonly bounds: Rect;
  /** Whether the keyboard goes to it. */
  readonly isActive: boolean;
  readonly isMinimized: boolean;
  readonly isOnOtherWorkspace: boolean;
  /** Whether it is kept above other windows, also when they are active. */
  readonly staysOnTop: boolean;
  /** The window that this one, a dialog, belongs to and stays above. */
  readonly ownerId: string | undefined;
  /** Whether the owner takes no input until this dialog is closed. */
  readonly isModal: boolean;
}

export interface Permission {
  readonly name: string;
  readonly state: "granted" | "missing" | "unknown";
  /** What was found. */
  readonly detail: string;
  /** How to grant it; empty when nothing is missing. */
  readonly remedy: string;
}
