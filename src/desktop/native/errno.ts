import koffi from "koffi";

/** `errno` of C: why the function that was called last has failed, where it says so by that. */
export function lastErrno(): number {
  return koffi.errno();
}
