import { openLibrary } from "../native/library.ts";
import { appKitPath, type Messages, messageSignatures } from "./api/app-kit.ts";

let opened: Messages | undefined;

/** AppKit is large, and needed for little, so it is loaded when somebody asks. */
export function openMessages(): Messages {
  opened ??= openLibrary(appKitPath, messageSignatures);
  return opened;
}
