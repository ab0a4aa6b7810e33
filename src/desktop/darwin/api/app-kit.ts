import { type Functions, named, signature } from "../../native/library.ts";
import { bytes, float64, handle, int16, nothing, signedHandle, text8, uint32 } from "../../native/types.ts";
import { cgPoint, cgRect } from "./core-graphics.ts";

export const appKitPath = "/System/Library/Frameworks/AppKit.framework/AppKit";

/**
 * Messages to objects of AppKit: developer.apple.com/documentation/objectivec. `objc_msgSend` is no function
 * of variable arguments: it is to be called as the method is declared, so each shape is declared of its own.
 */
export const messageSignatures = {
  /** `Class objc_getClass(const char *name)`, objc/runtime.h. */
  objc_getClass: signature(handle, text8),
  /** `SEL sel_registerName(const char *str)`, objc/runtime.h. */
  sel_registerName: signature(handle, text8),
  /** `id objc_msgSend(id self, SEL op)`, objc/message.h, for `+[NSCursor currentSystemCursor]`, `-[NSCursor image]` (NSCursor.h) and `-[NSEvent CGEvent]` (NSEvent.h). */
  sendForObject: named("objc_msgSend", signature(handle, handle, handle)),
  /** `CGPoint objc_msgSend(id self, SEL op)`, objc/message.h, for `-[NSCursor hotSpot]` (NSCursor.h) and `-[NSImage size]` (NSImage.h), whose two numbers come back in registers on both processors. */
  sendForPair: named("objc_msgSend", signature(cgPoint, handle, handle)),
  /** `CGImageRef objc_msgSend(id self, SEL op, CGRect *proposedDestRect, id referenceContext, id hints)`, objc/message.h, for `-[NSImage CGImageForProposedRect:context:hints:]` (NSImage.h). Stays with the image. */
  sendForPicture: named("objc_msgSend", signature(handle, handle, handle, bytes, handle, handle)),
  /** `NSEvent *objc_msgSend(Class self, SEL op, NSEventType type, CGPoint location, NSEventModifierFlags flags, NSTimeInterval time, NSInteger windowNumber, NSGraphicsContext *context, short subtype, NSInteger data1, NSInteger data2)`, objc/message.h, for `+[NSEvent otherEventWithType:…]` (NSEvent.h). The pool's. */
  sendForEvent: named(
    "objc_msgSend",
    signature(
      handle,
      ...([handle, handle, handle, cgPoint, handle, float64, signedHandle, handle] as const),
      ...([int16, signedHandle, signedHandle] as const),
    ),
  ),
} as const;

/** Bitmaps: developer.apple.com/documentation/coregraphics. */
export const bitmapSignatures = {
  /** `CGColorSpaceRef CGColorSpaceCreateDeviceRGB(void)`, CGColorSpace.h. The caller releases it. */
  CGColorSpaceCreateDeviceRGB: signature(handle),
  /** `CGContextRef CGBitmapContextCreate(void *data, size_t width, size_t height, size_t bitsPerComponent, size_t bytesPerRow, CGColorSpaceRef space, uint32_t bitmapInfo)`, CGBitmapContext.h. Without data it takes memory of its own; the caller releases it. */
  CGBitmapContextCreate: signature(handle, handle, handle, handle, handle, handle, handle, uint32),
  /** `void *CGBitmapContextGetData(CGContextRef context)`, CGBitmapContext.h. As long as the context lives. */
  CGBitmapContextGetData: signature(handle, handle),
  /** `void CGContextDrawImage(CGContextRef c, CGRect rect, CGImageRef image)`, CGContext.h. */
  CGContextDrawImage: signature(nothing, handle, cgRect, handle),
} as const;

export type Messages = Functions<typeof messageSignatures>;
export type Bitmaps = Functions<typeof bitmapSignatures>;
