import koffi from "koffi";
import type { NativeType, ValuesOf } from "./types.ts";

/** What a function of a system library takes and gives. */
export interface Signature<Arguments extends readonly NativeType<unknown>[], Result> {
  readonly result: NativeType<Result>;
  readonly given: Arguments;
}

export function signature<const Arguments extends readonly NativeType<unknown>[], Result>(
  result: NativeType<Result>,
  ...given: Arguments
): Signature<Arguments, Result> {
  return { result, given };
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
  const functions = Object.entries(signatures).map(([name, { result, given }]) => {
    const types = given.map(({ spec }) => spec);
    return [name, library.func(name, result.spec, types)] as const;
  });
  return Object.fromEntries(functions);
}
