import { type Functions, signature } from "../../native/library.ts";
import { handle, int32, nothing } from "../../native/types.ts";

export const libSystemPath = "/usr/lib/libSystem.B.dylib";

/** The C library: man page section 2. */
export const libSystemSignatures = {
  /** `int flock(int fd, int operation)`, sys/file.h. -1 where it fails. */
  flock: signature(int32, int32, int32),
} as const;

export type LibSystem = Functions<typeof libSystemSignatures>;

export const libObjcPath = "/usr/lib/libobjc.A.dylib";

/** Autorelease pools: clang.llvm.org/docs/AutomaticReferenceCounting.html, "Runtime support". */
export const libObjcSignatures = {
  /** `void *objc_autoreleasePoolPush(void)`, Objective-C ARC runtime support. */
  objc_autoreleasePoolPush: signature(handle),
  /** `void objc_autoreleasePoolPop(void *pool)`, Objective-C ARC runtime support. */
  objc_autoreleasePoolPop: signature(nothing, handle),
} as const;

export type LibObjc = Functions<typeof libObjcSignatures>;
