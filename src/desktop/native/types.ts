import koffi, { type TypeObject } from "koffi";

/** An address or a handle: a number where it fits one exactly. 0 is none. */
export type Handle = number | bigint;

/** A type of C, and what it is in TypeScript. */
export interface NativeType<T> {
  readonly spec: string | TypeObject;
  /** Carries the type; there is never a value. */
  readonly phantom?: T;
}

export type ValueOf<Type> = Type extends NativeType<infer T> ? T : never;

export const nothing: NativeType<void> = { spec: "void" };
export const int16: NativeType<number> = { spec: "int16" };
export const int32: NativeType<number> = { spec: "int32" };
export const uint8: NativeType<number> = { spec: "uint8" };
export const uint16: NativeType<number> = { spec: "uint16" };
export const uint32: NativeType<number> = { spec: "uint32" };
export const uint64: NativeType<Handle> = { spec: "uint64" };
export const int64: NativeType<Handle> = { spec: "int64" };
export const float32: NativeType<number> = { spec: "float32" };
export const float64: NativeType<number> = { spec: "float64" };
/** One byte: `bool` of C, `Boolean` and `BOOL` of macOS. */
export const bool: NativeType<boolean> = { spec: "bool" };
/** What the size of an address has: handles, addresses, sizes, `WPARAM`, `CFTypeRef`. */
export const handle: NativeType<Handle> = { spec: "uintptr" };
/** The same with a sign: `LPARAM`, `LRESULT`. */
export const signedHandle: NativeType<Handle> = { spec: "intptr" };
/** Memory of ours that lives for the call alone; null is no memory. */
export const bytes: NativeType<Uint8Array | null> = { spec: "void *" };
/** UTF-16 with a zero at the end, of Windows; copied for the call. */
export const text16: NativeType<string | null> = { spec: "str16" };
/** UTF-8 with a zero at the end; copied for the call. */
export const text8: NativeType<string | null> = { spec: "str" };

/** A structure, passed and returned by value; through `encode` and `decode` also by address. */
export interface Structure<T> extends NativeType<T> {
  /** In bytes. */
  readonly size: number;
  encode(value: T): Uint8Array<ArrayBuffer>;
  /** @param offset bytes from the beginning of `memory` */
  decode(memory: Uint8Array, offset?: number): T;
}

type Members = Readonly<Record<string, NativeType<unknown>>>;
type MemberValues<M extends Members> = { readonly [Name in keyof M]: ValueOf<M[Name]> };

/** Members in the order of their declaration, aligned as C does it. */
export function structure<M extends Members>(members: M): Structure<MemberValues<M>> {
  const specs = Object.entries(members).map(([name, { spec }]) => [name, spec] as const);
  const spec = koffi.struct(Object.fromEntries(specs));
  const size = koffi.sizeof(spec);
  return {
    spec,
    size,
    encode(value) {
      const memory = new Uint8Array(size);
      koffi.encode(memory, spec, value);
      return memory;
    },
    decode: (memory, offset = 0) => koffi.decode(memory, offset, spec),
  };
}

/** A function of ours that the system calls. */
export interface Callback extends Disposable {
  /** What is passed to the system; not valid any more after disposal. */
  readonly address: Handle;
}

/** What the system passes to functions of ours, and gets from them. */
export interface CallbackType<Result, Arguments extends readonly NativeType<unknown>[]> {
  /**
   * Makes a function callable for the system, on the thread of JavaScript only. An error thrown in it would
   * pass through foreign code, so it must throw none.
   */
  register(call: (...values: ValuesOf<Arguments>) => Result): Callback;
}

/** To be made once, however many functions are registered: koffi keeps every type that it has made. */
export function callbackType<Result, const Arguments extends readonly NativeType<unknown>[]>(
  result: NativeType<Result>,
  given: Arguments,
): CallbackType<Result, Arguments> {
  const prototype = koffi.proto(
    result.spec,
    given.map(({ spec }) => spec),
  );
  const pointer = koffi.pointer(prototype);
  return {
    register(call) {
      const address = koffi.register(call, pointer);
      return { address, [Symbol.dispose]: () => koffi.unregister(address) };
    },
  };
}

export type ValuesOf<Types extends readonly NativeType<unknown>[]> = {
  [Index in keyof Types]: ValueOf<Types[Index]>;
};
