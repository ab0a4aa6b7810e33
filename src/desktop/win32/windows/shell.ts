/** The desktop and its icons, and what is behind everything, which the keyboard is with when no program has it. */
const background = new Set(["Progman", "WorkerW", "#32769"]);

/** What programs of Windows use for windows that are no windows of a program, by the name of their class. */
const leftOut = new Set([
  // The taskbar, on the first and on further monitors.
  "Shell_TrayWnd",
  "Shell_SecondaryTrayWnd",
  // Menus, tooltips and the lists of combination boxes.
  "#32768",
  "tooltips_class32",
  "ComboLBox",
  // Start, search and notifications. Apps have theirs within a frame.
  "Windows.UI.Core.CoreWindow",
]);

export function isOfTheShell(className: string): boolean {
  return background.has(className) || leftOut.has(className);
}

/** Whether keys that go there are for nobody: the icons of the desktop take letters as a search. */
export function isBackground(className: string): boolean {
  return background.has(className);
}

/** The frame around an app of the Store, which belongs to a process of Windows and not to the app's. */
export const appFrame = "ApplicationFrameWindow";
/** The app's own window in it. */
export const appWindow = "Windows.UI.Core.CoreWindow";
