import koffi from "koffi";
import type { Handle, NativeType, ValuesOf } from "./types.ts";

/** What a function of a system library takes and gives. */
export interface Signature<Arguments extends readonly NativeType<unknown>[], Result> {
  readonly result: NativeType<Result>;
  readonly given: Arguments;
  /** What the library calls it, where that is not the key that it stands under. */
  readonly symbol?: string;
}

export function signature<const Arguments extends readonly NativeType<unknown>[], Result>(
  result: NativeType<Result>,
  ...given: Arguments
): Signature<Arguments, Result> {
  return { result, given };
}

/** A function under another name than its own, such as one that is called in several shapes. */
export function named<const Arguments extends readonly NativeType<unknown>[], Result>(
  symbol: string,
  shape: Signature<Arguments, Result>,
): Signature<Arguments, Result> {
  return { ...shape, symbol };
}

type Signatures = Readonly<Record<string, Signature<readonly NativeType<unknown>[], unknown>>>;

/** The functions of a library as TypeScript sees them; tests put functions of their own in their place. */
export type Functions<S extends Signatures> = {
  readonly [Name in keyof S]: S[Name] extends Signature<infer Arguments, infer Result>
    ? (...given: ValuesOf<Arguments>) => Result
    : never;
};

/**
 * Opens a library of the system, such as `user32.dll`, and finds the functions named by the keys.
 * Throws koffi's error where it or one of them does not exist.
 */
export function openLibrary<const S extends Signatures>(path: string, signatures: S): Functions<S>;
export function openLibrary(path: string, signatures: Signatures): object {
  const library = koffi.load(path);
  const functions = Object.entries(signatures).map(([name, { result, given, symbol = name }]) => {
    const types = given.map(({ spec }) => spec);
    return [name, library.func(symbol, result.spec, types)] as const;
  });
  return Object.fromEntries(functions);
}

/**
 * The value of a variable that a library of the system exports, where that is an address.
 * Throws koffi's error where there is none of that name.
 */
export function exportedAddress(path: string, name: string): Handle {
  const value: Handle = koffi.decode(koffi.load(path).symbol(name), "uintptr");
  return value;
}
