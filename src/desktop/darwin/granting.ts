/** The lists of System Settings → Privacy & Security that a user puts programs on. */
export type PrivacyPane = "Accessibility" | "Screen & System Audio Recording";

/** What to do about a permission that is missing where nothing knows who has started us. */
export function allowStarter(pane: PrivacyPane): string {
  return `Allow the program that starts gui-agent under ${paneInSettings(pane)}, then quit and start it anew. gui-agent doctor names that program.`;
}

/** The same with the program's name. */
export function allowProgram(pane: PrivacyPane, program: string): string {
  return `Allow ${program} under ${paneInSettings(pane)}, then quit and start it anew: macOS asks about the program that starts gui-agent.`;
}

/** A program that has never asked is on no list. */
function paneInSettings(pane: PrivacyPane): string {
  return `System Settings → Privacy & Security → ${pane}${formerly[pane]}, where + adds what is not on the list`;
}

/** What macOS 13 and 14 call it, where that differs. */
const formerly = {
  Accessibility: "",
  "Screen & System Audio Recording": " (before macOS 15: Screen Recording)",
} as const satisfies Record<PrivacyPane, string>;
