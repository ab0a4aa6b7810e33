/**
 * The part of the npm package `x11` that is used here. The package has no types of its own.
 * Requests take their callback last and are typed as this folder calls them.
 */
declare module "x11" {
  import type { EventEmitter } from "node:events";
  import type { Socket } from "node:net";

  /** An error packet of the server, or an `Error` of the package. */
  export interface ProtocolError extends Error {
    /** The X error code (3 is BadWindow, 8 BadMatch …); absent on errors of the package itself. */
    readonly error?: number;
    /** Number of the request that failed. */
    readonly seq?: number;
  }

  /** Must return true: otherwise the package emits the error a second time as an event. */
  export type Callback<Reply> = (error: ProtocolError | null | undefined, reply: Reply) => boolean;

  /** The events that are looked at; others come too, under other names. Times are the server's, in milliseconds. */
  export type X11Event =
    | XkbEvent
    | PropertyNotify
    | SelectionClear
    | SelectionRequest
    | SelectionNotify
    | ClientMessage;

  export interface XkbEvent {
    readonly name: "XkbEvent";
    readonly xkbType: number;
  }

  export interface PropertyNotify {
    readonly name: "PropertyNotify";
    readonly wid: number;
    readonly atom: number;
    readonly time: number;
    /** 0 when it has a new value, 1 when it was deleted. */
    readonly state: number;
  }

  /** Somebody else owns the selection now, or nobody. */
  export interface SelectionClear {
    readonly name: "SelectionClear";
    readonly selection: number;
  }

  /** A program wants what a selection of ours holds. */
  export interface SelectionRequest {
    readonly name: "SelectionRequest";
    readonly time: number;
    readonly requestor: number;
    readonly selection: number;
    readonly target: number;
    /** 0 from very old programs, which mean the target. */
    readonly property: number;
  }

  /** The answer of a selection's owner. */
  export interface SelectionNotify {
    readonly name: "SelectionNotify";
    readonly time: number;
    readonly requestor: number;
    readonly selection: number;
    readonly target: number;
    /** 0 is a refusal. */
    readonly property: number;
  }

  export interface Visual {
    readonly red_mask: number;
    readonly green_mask: number;
    readonly blue_mask: number;
  }

  export interface Screen {
    readonly root: number;
    readonly root_visual: number;
    readonly root_depth: number;
    readonly depths: Readonly<Record<number, Readonly<Record<number, Visual>>>>;
  }

  export interface ServerDescription {
    /** The bits of a resource's id that its owner chooses; the others say which client it belongs to. */
    readonly resource_mask: number;
    /** The longest request, in 4-byte units. */
    readonly max_request_length: number;
    /** 0 is least significant byte first. */
    readonly image_byte_order: number;
    readonly format: Readonly<Record<number, { readonly bits_per_pixel: number }>>;
    readonly screen: readonly Screen[];
  }

  export interface Geometry {
    readonly xPos: number;
    readonly yPos: number;
    readonly width: number;
    readonly height: number;
  }

  export interface ClientMessage {
    readonly name: "ClientMessage";
    readonly format: 32;
    readonly wid: number;
    readonly message_type: number;
    readonly data: readonly [number, number, number, number, number];
  }

  export interface PointerState {
    /** The window right below the one asked about that the pointer is in; 0 for none. */
    readonly child: number;
    readonly rootX: number;
    readonly rootY: number;
    /** The modifiers in force, and from bit 8 on the buttons that are down, as programs number them. */
    readonly keyMask: number;
  }

  export interface PropertyValue {
    /** The atom of its type; 0 when there is no such property. */
    readonly type: number;
    /** Bits of each of its values. */
    readonly format: number;
    /** Bytes that come after those asked for. */
    readonly bytesAfter: number;
    readonly data: Buffer;
  }

  export interface Client extends EventEmitter {
    display: ServerDescription;
    /** The atoms that are known, by name. */
    atoms: Readonly<Record<string, number>>;
    /** Number of the last request. */
    seq_num: number;
    /** What to do with the answer to each request that is under way. */
    readonly replies: Record<number, [(body: Buffer, detail: number) => unknown, Callback<never>]>;
    /** Called for everything that the server sends: looks in `replies` for requests without an answer that are done. */
    _sweepVoid: () => void;
    readonly pack_stream: {
      write: (chunk: Buffer) => void;
      put(packet: Buffer): void;
      submit(expectsReply: boolean): boolean;
    };
    on(event: "connect", listener: (display: ServerDescription) => void): this;
    on(event: "error", listener: (error: ProtocolError) => void): this;
    on(event: "event", listener: (event: X11Event) => void): this;

    AllocID(): number;
    require<Name extends keyof Extensions>(name: Name, done: Callback<Extensions[Name]>): void;

    /** `focus` is 0 where keys go nowhere, 1 where they go to the window under the pointer. */
    GetInputFocus(done: Callback<{ readonly focus: number }>): void;
    /** @param revertTo what gets the keyboard when the window goes: 2 is its parent */
    SetInputFocus(window: number, revertTo: 2): void;
    MapWindow(window: number): void;
    RaiseWindow(window: number): void;
    SendEvent(window: number, propagate: 0, eventMask: number, event: ClientMessage | SelectionNotify): void;
    TranslateCoordinates(
      from: number,
      to: number,
      x: number,
      y: number,
      done: Callback<{ readonly destX: number; readonly destY: number }>,
    ): void;
    GetGeometry(drawable: number, done: Callback<Geometry>): void;
    GetWindowAttributes(
      window: number,
      done: Callback<{ readonly mapState: number; readonly overrideRedirect: number }>,
    ): void;
    /** Children from bottom to top. */
    QueryTree(
      window: number,
      done: Callback<{ readonly parent: number; readonly children: readonly number[] }>,
    ): void;
    QueryPointer(window: number, done: Callback<PointerState>): void;
    GetPointerMapping(done: Callback<readonly number[]>): void;
    GetImage(
      format: number,
      drawable: number,
      x: number,
      y: number,
      width: number,
      height: number,
      planeMask: number,
      done: Callback<{ readonly data: Buffer }>,
    ): void;
    InternAtom(onlyIfExists: boolean, name: string, done: Callback<number>): void;
    GetAtomName(atom: number, done: Callback<string>): void;
    /** @param del 1 deletes the property once its end has been read */
    GetProperty(
      del: 0 | 1,
      window: number,
      property: number,
      type: number,
      offset: number,
      words: number,
      done: Callback<PropertyValue>,
    ): void;
    /** @param mode 0 replaces the value, 2 appends to it */
    ChangeProperty(
      mode: 0 | 2,
      window: number,
      property: number,
      type: number,
      format: number,
      data: Buffer | readonly number[],
    ): void;
    DeleteProperty(window: number, property: number): void;
    CreateWindow(
      window: number,
      parent: number,
      x: number,
      y: number,
      width: number,
      height: number,
      borderWidth: number,
      depth: number,
      kind: number,
      visual: number,
      values: { readonly eventMask: number },
    ): void;
    DestroyWindow(window: number): void;
    ChangeWindowAttributes(window: number, values: { readonly eventMask: number }): void;
    /** From now on the server serves this connection alone. */
    GrabServer(): void;
    UngrabServer(): void;
    GetSelectionOwner(selection: number, done: Callback<number>): void;
    SetSelectionOwner(window: number, selection: number, time: number): void;
    ConvertSelection(
      requestor: number,
      selection: number,
      target: number,
      property: number,
      time: number,
    ): void;
  }

  export interface Extension {
    readonly majorOpcode: number;
  }

  export interface XTest extends Extension {
    FakeInput(type: number, detail: number, delay: number, window: number, x: number, y: number): void;
  }

  export interface SharedMemory extends Extension {
    /** Whether the connection can pass file descriptors. */
    readonly fdCapable: boolean;
    AttachFd(segment: number, fd: number, readOnly: boolean): void;
    Detach(segment: number): void;
    GetImage(
      drawable: number,
      x: number,
      y: number,
      width: number,
      height: number,
      planeMask: number,
      format: number,
      segment: number,
      offset: number,
      done: Callback<{ readonly size: number }>,
    ): void;
  }

  export interface RandR extends Extension {
    readonly major_version: number;
    readonly minor_version: number;
  }

  export interface CursorImage {
    /** Where the pointer is; its picture begins at the hot spot's distance before that. */
    readonly x: number;
    readonly y: number;
    readonly xhot: number;
    readonly yhot: number;
    readonly width: number;
    readonly height: number;
    /** ARGB in words of 32 bits, multiplied by alpha. */
    readonly cursorImage: Buffer;
  }

  export interface XFixes extends Extension {
    GetCursorImage(done: Callback<CursorImage>): void;
  }

  export interface InputDevice {
    readonly deviceId: number;
    /** 2 is a master keyboard, 4 a keyboard that belongs to one. */
    readonly use: number;
    /** The master device that it belongs to. */
    readonly attachment: number;
    readonly name: string;
  }

  export interface XInput extends Extension {
    /** The version of XInput 2, if the server has it. */
    readonly xi2: object | null;
    XIQueryDevice(device: number, done: Callback<readonly InputDevice[]>): void;
  }

  export interface KeyboardState {
    /** The master keyboard. */
    readonly deviceID: number;
    /** Modifiers whose keys are down. */
    readonly baseMods: number;
    /** Modifiers for the next key alone. */
    readonly latchedMods: number;
    readonly lockedMods: number;
    /** The group in force, from 0. */
    readonly group: number;
    readonly lockedGroup: number;
  }

  export interface Xkb extends Extension {
    GetState(device: number, done: Callback<KeyboardState>): void;
    GetControls(device: number, done: Callback<{ readonly enabledControls: number }>): void;
    SelectEvents(
      device: number,
      affectWhich: number,
      clear: number,
      selectAll: number,
      affectMap: number,
      map: number,
    ): void;
    LatchLockState(
      device: number,
      affectModLocks: number,
      modLocks: number,
      lockGroup: boolean,
      groupLock: number,
      affectModLatches: number,
      modLatches: number,
      latchGroup: boolean,
      groupLatch: number,
    ): void;
  }

  export interface Extensions {
    xtest: XTest;
    shm: SharedMemory;
    randr: RandR;
    fixes: XFixes;
    xinput: XInput;
    xkb: Xkb;
  }

  export function createClient(options: {
    /** A connected socket. */
    readonly stream: Socket;
    readonly auth: { readonly name: string; readonly data: string };
    /** Sends requests in batches: at a request with a reply, or when the event loop turns. */
    readonly bufferRequests: boolean;
  }): Client;
}

declare module "x11/lib/fdpass.js" {
  import type { Socket } from "node:net";

  /** A connecting socket that can pass file descriptors; null where the runtime cannot. */
  export function connect(path: string): Socket | null;
}
