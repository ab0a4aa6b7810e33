import { type Functions, signature } from "../../native/library.ts";
import { bool, bytes, float64, handle, int32, nothing, signedHandle, structure } from "../../native/types.ts";

/** `CFIndex location, length`, CFBase.h. */
export const cfRange = structure({ location: signedHandle, length: signedHandle });

export const coreFoundationPath = "/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation";

/** Core Foundation: developer.apple.com/documentation/corefoundation. An allocator of 0 is the default one. */
export const coreFoundationSignatures = {
  /** `void CFRelease(CFTypeRef cf)`, CFBase.h. */
  CFRelease: signature(nothing, handle),
  /** `Boolean CFEqual(CFTypeRef cf1, CFTypeRef cf2)`, CFBase.h. */
  CFEqual: signature(bool, handle, handle),
  /** `CFTypeID CFGetTypeID(CFTypeRef cf)`, CFBase.h. */
  CFGetTypeID: signature(handle, handle),
  /** `CFTypeID CFStringGetTypeID(void)`, CFString.h. */
  CFStringGetTypeID: signature(handle),
  /** `CFStringRef CFStringCreateWithCharacters(CFAllocatorRef alloc, const UniChar *chars, CFIndex numChars)`, CFString.h. The caller releases it. */
  CFStringCreateWithCharacters: signature(handle, handle, bytes, signedHandle),
  /** `CFIndex CFStringGetLength(CFStringRef theString)`, CFString.h. In UTF-16 units. */
  CFStringGetLength: signature(signedHandle, handle),
  /** `void CFStringGetCharacters(CFStringRef theString, CFRange range, UniChar *buffer)`, CFString.h. */
  CFStringGetCharacters: signature(nothing, handle, cfRange, bytes),
  /** `CFDataRef CFDataCreate(CFAllocatorRef allocator, const UInt8 *bytes, CFIndex length)`, CFData.h. Copies; the caller releases it. */
  CFDataCreate: signature(handle, handle, bytes, signedHandle),
  /** `CFIndex CFDataGetLength(CFDataRef theData)`, CFData.h. */
  CFDataGetLength: signature(signedHandle, handle),
  /** `void CFDataGetBytes(CFDataRef theData, CFRange range, UInt8 *buffer)`, CFData.h. */
  CFDataGetBytes: signature(nothing, handle, cfRange, bytes),
  /** `const UInt8 *CFDataGetBytePtr(CFDataRef theData)`, CFData.h. As long as the data lives. */
  CFDataGetBytePtr: signature(handle, handle),
  /** `CFIndex CFArrayGetCount(CFArrayRef theArray)`, CFArray.h. */
  CFArrayGetCount: signature(signedHandle, handle),
  /** `const void *CFArrayGetValueAtIndex(CFArrayRef theArray, CFIndex idx)`, CFArray.h. Stays the array's. */
  CFArrayGetValueAtIndex: signature(handle, handle, signedHandle),
  /** `const void *CFDictionaryGetValue(CFDictionaryRef theDict, const void *key)`, CFDictionary.h. Stays the dictionary's; none where there is no such key. */
  CFDictionaryGetValue: signature(handle, handle, handle),
  /** `Boolean CFNumberGetValue(CFNumberRef number, CFNumberType theType, void *valuePtr)`, CFNumber.h. */
  CFNumberGetValue: signature(bool, handle, signedHandle, bytes),
  /** `Boolean CFBooleanGetValue(CFBooleanRef boolean)`, CFNumber.h. */
  CFBooleanGetValue: signature(bool, handle),
  /** `CFRunLoopRunResult CFRunLoopRunInMode(CFRunLoopMode mode, CFTimeInterval seconds, Boolean returnAfterSourceHandled)`, CFRunLoop.h. */
  CFRunLoopRunInMode: signature(int32, handle, float64, bool),
} as const;

export type CoreFoundation = Functions<typeof coreFoundationSignatures>;
