import { type Functions, signature } from "../../native/library.ts";
import {
  bool,
  bytes,
  float64,
  handle,
  int32,
  int64,
  nothing,
  structure,
  uint16,
  uint32,
  uint64,
} from "../../native/types.ts";

/** `CGFloat x, y`, CGGeometry.h: points of the whole desktop, from the top left corner of the main display. */
export const cgPoint = structure({ x: float64, y: float64 });
/** `CGPoint origin; CGSize size`, CGGeometry.h; flat, as they lie in memory and are passed. */
export const cgRect = structure({ x: float64, y: float64, width: float64, height: float64 });

export const coreGraphicsPath = "/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics";

/** Core Graphics (Quartz Display Services, Event Services, Window Services): developer.apple.com/documentation/coregraphics. */
export const coreGraphicsSignatures = {
  /** `CGError CGGetActiveDisplayList(uint32_t maxDisplays, CGDirectDisplayID *activeDisplays, uint32_t *displayCount)`, CGDirectDisplay.h. Those that can be drawn to. */
  CGGetActiveDisplayList: signature(int32, uint32, bytes, bytes),
  /** `CGError CGGetOnlineDisplayList(uint32_t maxDisplays, CGDirectDisplayID *onlineDisplays, uint32_t *displayCount)`, CGDirectDisplay.h. With those that sleep or mirror another. */
  CGGetOnlineDisplayList: signature(int32, uint32, bytes, bytes),
  /** `CGDirectDisplayID CGMainDisplayID(void)`, CGDirectDisplay.h. */
  CGMainDisplayID: signature(uint32),
  /** `CGRect CGDisplayBounds(CGDirectDisplayID display)`, CGDirectDisplay.h. Points. */
  CGDisplayBounds: signature(cgRect, uint32),
  /** `boolean_t CGDisplayIsBuiltin(CGDirectDisplayID display)`, CGDisplayConfiguration.h. */
  CGDisplayIsBuiltin: signature(int32, uint32),
  /** `boolean_t CGDisplayIsAsleep(CGDirectDisplayID display)`, CGDisplayConfiguration.h. */
  CGDisplayIsAsleep: signature(int32, uint32),
  /** `CGDisplayModeRef CGDisplayCopyDisplayMode(CGDirectDisplayID display)`, CGDirectDisplay.h. The caller releases it. */
  CGDisplayCopyDisplayMode: signature(handle, uint32),
  /** `size_t CGDisplayModeGetPixelWidth(CGDisplayModeRef mode)`, CGDirectDisplay.h. */
  CGDisplayModeGetPixelWidth: signature(handle, handle),
  /** `size_t CGDisplayModeGetPixelHeight(CGDisplayModeRef mode)`, CGDirectDisplay.h. */
  CGDisplayModeGetPixelHeight: signature(handle, handle),
  /** `void CGDisplayModeRelease(CGDisplayModeRef mode)`, CGDirectDisplay.h. */
  CGDisplayModeRelease: signature(nothing, handle),

  /** `CGEventRef CGEventCreate(CGEventSourceRef source)`, CGEvent.h. The caller releases it. */
  CGEventCreate: signature(handle, handle),
  /** `CGEventRef CGEventCreateMouseEvent(CGEventSourceRef source, CGEventType mouseType, CGPoint mouseCursorPosition, CGMouseButton mouseButton)`, CGEvent.h. The caller releases it. */
  CGEventCreateMouseEvent: signature(handle, handle, uint32, cgPoint, uint32),
  /** `CGEventRef CGEventCreateKeyboardEvent(CGEventSourceRef source, CGKeyCode virtualKey, bool keyDown)`, CGEvent.h. The caller releases it. */
  CGEventCreateKeyboardEvent: signature(handle, handle, uint16, bool),
  /** `CGEventRef CGEventCreateScrollWheelEvent2(CGEventSourceRef source, CGScrollEventUnit units, uint32_t wheelCount, int32_t wheel1, int32_t wheel2, int32_t wheel3)`, CGEvent.h, macOS 10.13. The caller releases it. The older function takes variable arguments, which arm64 passes in another way. */
  CGEventCreateScrollWheelEvent2: signature(handle, handle, uint32, uint32, int32, int32, int32),
  /** `CGPoint CGEventGetLocation(CGEventRef event)`, CGEvent.h. */
  CGEventGetLocation: signature(cgPoint, handle),
  /** `CGEventFlags CGEventGetFlags(CGEventRef event)`, CGEvent.h. */
  CGEventGetFlags: signature(uint64, handle),
  /** `void CGEventSetFlags(CGEventRef event, CGEventFlags flags)`, CGEvent.h. */
  CGEventSetFlags: signature(nothing, handle, uint64),
  /** `void CGEventSetIntegerValueField(CGEventRef event, CGEventField field, int64_t value)`, CGEvent.h. */
  CGEventSetIntegerValueField: signature(nothing, handle, uint32, int64),
  /** `void CGEventKeyboardSetUnicodeString(CGEventRef event, UniCharCount stringLength, const UniChar *unicodeString)`, CGEvent.h. */
  CGEventKeyboardSetUnicodeString: signature(nothing, handle, handle, bytes),
  /** `void CGEventPost(CGEventTapLocation tap, CGEventRef event)`, CGEvent.h. */
  CGEventPost: signature(nothing, uint32, handle),
  /** `CGEventSourceRef CGEventSourceCreate(CGEventSourceStateID stateID)`, CGEventSource.h. The caller releases it. */
  CGEventSourceCreate: signature(handle, int32),
  /** `CGEventFlags CGEventSourceFlagsState(CGEventSourceStateID stateID)`, CGEventSource.h. */
  CGEventSourceFlagsState: signature(uint64, int32),
  /** `bool CGEventSourceButtonState(CGEventSourceStateID stateID, CGMouseButton button)`, CGEventSource.h. */
  CGEventSourceButtonState: signature(bool, int32, uint32),

  /** `bool CGPreflightScreenCaptureAccess(void)`, CGWindow.h, macOS 10.15. */
  CGPreflightScreenCaptureAccess: signature(bool),
  /** `bool CGPreflightPostEventAccess(void)`, CGEvent.h, macOS 10.15. */
  CGPreflightPostEventAccess: signature(bool),
  /** `CFDictionaryRef CGSessionCopyCurrentDictionary(void)`, CGSession.h. The caller releases it; none without a window server. */
  CGSessionCopyCurrentDictionary: signature(handle),
  /** `CFArrayRef CGWindowListCopyWindowInfo(CGWindowListOption option, CGWindowID relativeToWindow)`, CGWindow.h. The caller releases it. */
  CGWindowListCopyWindowInfo: signature(handle, uint32, uint32),
  /** `bool CGRectMakeWithDictionaryRepresentation(CFDictionaryRef dict, CGRect *rect)`, CGGeometry.h. */
  CGRectMakeWithDictionaryRepresentation: signature(bool, handle, bytes),
} as const;

export type CoreGraphics = Functions<typeof coreGraphicsSignatures>;
