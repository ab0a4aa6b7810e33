import { type Functions, signature } from "../../native/library.ts";
import { bytes, handle, int32, uint8, uint16, uint32 } from "../../native/types.ts";

/** It also hands out what it links: the Unicode utilities of Core Services. */
export const carbonPath = "/System/Library/Frameworks/Carbon.framework/Carbon";

/** Keyboard layouts and input methods: developer.apple.com/documentation/carbon, /documentation/coreservices. To be called on the main thread. */
export const carbonSignatures = {
  /** `TISInputSourceRef TISCopyCurrentKeyboardInputSource(void)`, TextInputSources.h. The input method where one is in force; the caller releases it. */
  TISCopyCurrentKeyboardInputSource: signature(handle),
  /** `TISInputSourceRef TISCopyCurrentKeyboardLayoutInputSource(void)`, TextInputSources.h. The caller releases it. */
  TISCopyCurrentKeyboardLayoutInputSource: signature(handle),
  /** `TISInputSourceRef TISCopyCurrentASCIICapableKeyboardLayoutInputSource(void)`, TextInputSources.h. The caller releases it. */
  TISCopyCurrentASCIICapableKeyboardLayoutInputSource: signature(handle),
  /** `void *TISGetInputSourceProperty(TISInputSourceRef inputSource, CFStringRef propertyKey)`, TextInputSources.h. Stays the source's. */
  TISGetInputSourceProperty: signature(handle, handle, handle),
  /** `OSStatus TISSelectInputSource(TISInputSourceRef inputSource)`, TextInputSources.h. For all programs. */
  TISSelectInputSource: signature(int32, handle),
  /** `UInt8 LMGetKbdType(void)`, Events.h. The kind of the keyboard used last. */
  LMGetKbdType: signature(uint8),
  /** `OSStatus UCKeyTranslate(const UCKeyboardLayout *keyLayoutPtr, UInt16 virtualKeyCode, UInt16 keyAction, UInt32 modifierKeyState, UInt32 keyboardType, OptionBits keyTranslateOptions, UInt32 *deadKeyState, UniCharCount maxStringLength, UniCharCount *actualStringLength, UniChar *unicodeString)`, UnicodeUtilities.h. */
  UCKeyTranslate: signature(
    int32,
    handle,
    uint16,
    uint16,
    uint32,
    uint32,
    uint32,
    bytes,
    handle,
    bytes,
    bytes,
  ),
} as const;

export type Carbon = Functions<typeof carbonSignatures>;
