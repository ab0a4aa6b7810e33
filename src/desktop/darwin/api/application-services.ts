import { type Functions, signature } from "../../native/library.ts";
import { bool, bytes, float32, handle, int32, signedHandle, uint32 } from "../../native/types.ts";

export const applicationServicesPath =
  "/System/Library/Frameworks/ApplicationServices.framework/ApplicationServices";

/** Accessibility and the Pasteboard Manager, both of HIServices: developer.apple.com/documentation/applicationservices. */
export const applicationServicesSignatures = {
  /** `Boolean AXIsProcessTrusted(void)`, AXUIElement.h. */
  AXIsProcessTrusted: signature(bool),
  /** `AXUIElementRef AXUIElementCreateApplication(pid_t pid)`, AXUIElement.h. The caller releases it. */
  AXUIElementCreateApplication: signature(handle, int32),
  /** `AXUIElementRef AXUIElementCreateSystemWide(void)`, AXUIElement.h. The caller releases it. */
  AXUIElementCreateSystemWide: signature(handle),
  /** `AXError AXUIElementSetMessagingTimeout(AXUIElementRef element, float timeoutInSeconds)`, AXUIElement.h. Of the system-wide element: for all. */
  AXUIElementSetMessagingTimeout: signature(int32, handle, float32),
  /** `AXError AXUIElementCopyAttributeValue(AXUIElementRef element, CFStringRef attribute, CFTypeRef *value)`, AXUIElement.h. The caller releases the value. */
  AXUIElementCopyAttributeValue: signature(int32, handle, handle, bytes),
  /** `AXError AXUIElementSetAttributeValue(AXUIElementRef element, CFStringRef attribute, CFTypeRef value)`, AXUIElement.h. */
  AXUIElementSetAttributeValue: signature(int32, handle, handle, handle),
  /** `AXError AXUIElementPerformAction(AXUIElementRef element, CFStringRef action)`, AXUIElement.h. */
  AXUIElementPerformAction: signature(int32, handle, handle),
  /** `Boolean AXValueGetValue(AXValueRef value, AXValueType theType, void *valuePtr)`, AXValue.h. */
  AXValueGetValue: signature(bool, handle, uint32, bytes),

  /** `OSStatus PasteboardCreate(CFStringRef inName, PasteboardRef *outPasteboard)`, Pasteboard.h. The caller releases it, which keeps all its promises. */
  PasteboardCreate: signature(int32, handle, bytes),
  /** `PasteboardSyncFlags PasteboardSynchronize(PasteboardRef inPasteboard)`, Pasteboard.h. */
  PasteboardSynchronize: signature(uint32, handle),
  /** `OSStatus PasteboardClear(PasteboardRef inPasteboard)`, Pasteboard.h. */
  PasteboardClear: signature(int32, handle),
  /** `OSStatus PasteboardGetItemCount(PasteboardRef inPasteboard, ItemCount *outItemCount)`, Pasteboard.h. */
  PasteboardGetItemCount: signature(int32, handle, bytes),
  /** `OSStatus PasteboardGetItemIdentifier(PasteboardRef inPasteboard, CFIndex inIndex, PasteboardItemID *outItem)`, Pasteboard.h. Counted from 1. */
  PasteboardGetItemIdentifier: signature(int32, handle, signedHandle, bytes),
  /** `OSStatus PasteboardCopyItemFlavors(PasteboardRef inPasteboard, PasteboardItemID inItem, CFArrayRef *outFlavorTypes)`, Pasteboard.h. The caller releases the array. */
  PasteboardCopyItemFlavors: signature(int32, handle, handle, bytes),
  /** `OSStatus PasteboardGetItemFlavorFlags(PasteboardRef inPasteboard, PasteboardItemID inItem, CFStringRef inFlavorType, PasteboardFlavorFlags *outFlags)`, Pasteboard.h. */
  PasteboardGetItemFlavorFlags: signature(int32, handle, handle, handle, bytes),
  /** `OSStatus PasteboardCopyItemFlavorData(PasteboardRef inPasteboard, PasteboardItemID inItem, CFStringRef inFlavorType, CFDataRef *outData)`, Pasteboard.h. The caller releases the data. */
  PasteboardCopyItemFlavorData: signature(int32, handle, handle, handle, bytes),
  /** `OSStatus PasteboardPutItemFlavor(PasteboardRef inPasteboard, PasteboardItemID inItem, CFStringRef inFlavorType, CFDataRef inData, PasteboardFlavorFlags inFlags)`, Pasteboard.h. Without data it is a promise. */
  PasteboardPutItemFlavor: signature(int32, handle, handle, handle, handle, uint32),
  /** `OSStatus PasteboardSetPromiseKeeper(PasteboardRef inPasteboard, PasteboardPromiseKeeperProcPtr inPromiseKeeper, void *inContext)`, Pasteboard.h. */
  PasteboardSetPromiseKeeper: signature(int32, handle, handle, handle),
} as const;

export type ApplicationServices = Functions<typeof applicationServicesSignatures>;
