import { shorten } from "./redact.ts";

/** In characters. A shorter one would be found within words that have nothing to do with it. */
const shortest = 4;

/** Texts that were given as secrets in the course of one call, and must not be told in other words either. */
export class Secrets {
  readonly #texts = new Set<string>();

  add(text: string): void {
    if ([...text].length >= shortest) this.#texts.add(text);
  }

  /** A text with a mark in place of each secret. */
  hide(text: string): string {
    // A secret that contains another would leave the rest of itself behind.
    const longestFirst = [...this.#texts].sort((one, other) => other.length - one.length);
    return longestFirst.reduce((rest, secret) => rest.replaceAll(secret, "[redacted]"), text);
  }

  /** What may be kept of a text: the same, cut so that records stay small. */
  recordable(text: string): string {
    // In this order: of a secret that is cut, the beginning would stay.
    return shorten(this.hide(text));
  }
}
