import notices from "../dist/THIRD-PARTY-NOTICES.txt" with { type: "text" };

/** The licences of gui-agent and of the packages in its file, and what its runtime is made of. */
export function licences(): string {
  return `${notices}\n`;
}
