/** What programs of Windows use for windows that are no windows of a program, by the name of their class. */
const leftOut = new Set([
  // The desktop and its icons.
  "Progman",
  "WorkerW",
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
  return leftOut.has(className);
}

/** Whether keys that go there are for nobody: the icons of the desktop take letters as a search. */
export function isBackground(className: string): boolean {
  return className === "Progman" || className === "WorkerW";
}

/** The frame around an app of the Store, which belongs to a process of Windows and not to the app's. */
export const appFrame = "ApplicationFrameWindow";
/** The app's own window in it. */
export const appWindow = "Windows.UI.Core.CoreWindow";
