import { exportedAddress, openLibrary } from "../native/library.ts";
import type { Handle } from "../native/types.ts";
import {
  type ApplicationServices,
  applicationServicesPath,
  applicationServicesSignatures,
} from "./api/application-services.ts";
import { type Carbon, carbonPath, carbonSignatures } from "./api/carbon.ts";
import { type CoreFoundation, coreFoundationPath, coreFoundationSignatures } from "./api/core-foundation.ts";
import { type CoreGraphics, coreGraphicsPath, coreGraphicsSignatures } from "./api/core-graphics.ts";
import {
  type LibObjc,
  type LibSystem,
  libObjcPath,
  libObjcSignatures,
  libSystemPath,
  libSystemSignatures,
} from "./api/lib-system.ts";
import type { InputSourceConstants } from "./keyboard/input-methods.ts";

/** The libraries of macOS that the desktop is made of. */
export interface DarwinSystem {
  readonly foundation: CoreFoundation;
  readonly graphics: CoreGraphics;
  readonly services: ApplicationServices;
  readonly carbon: Carbon;
  readonly libSystem: LibSystem;
  readonly objc: LibObjc;
  /** Objects that the libraries export. */
  readonly constants: {
    readonly yes: Handle;
    readonly no: Handle;
    readonly keyLayoutData: Handle;
    readonly inputSources: InputSourceConstants;
  };
}

/** Throws koffi's error where the system lacks one of the functions. */
export function openSystem(): DarwinSystem {
  return {
    foundation: openLibrary(coreFoundationPath, coreFoundationSignatures),
    graphics: openLibrary(coreGraphicsPath, coreGraphicsSignatures),
    services: openLibrary(applicationServicesPath, applicationServicesSignatures),
    carbon: openLibrary(carbonPath, carbonSignatures),
    libSystem: openLibrary(libSystemPath, libSystemSignatures),
    objc: openLibrary(libObjcPath, libObjcSignatures),
    constants: {
      // CFNumber.h: extern const CFBooleanRef.
      yes: exportedAddress(coreFoundationPath, "kCFBooleanTrue"),
      no: exportedAddress(coreFoundationPath, "kCFBooleanFalse"),
      // TextInputSources.h: extern CFStringRef.
      keyLayoutData: exportedAddress(carbonPath, "kTISPropertyUnicodeKeyLayoutData"),
      inputSources: {
        type: exportedAddress(carbonPath, "kTISPropertyInputSourceType"),
        id: exportedAddress(carbonPath, "kTISPropertyInputSourceID"),
        layoutType: exportedAddress(carbonPath, "kTISTypeKeyboardLayout"),
      },
    },
  };
}
