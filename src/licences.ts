import notices from "../dist/THIRD-PARTY-NOTICES.txt" with { type: "text" };

/** The licences of gui-agent and of everything else that is in its file. */
export function licences(): string {
  return `${notices}\n`;
}
