import { GuiAgentError } from "../core/errors.ts";
import type { Desktop, Display } from "./port.ts";

export interface DescribedDisplay extends Display {
  /** For people: `Display 0 (Primary) - 1440×900 @2x`, in logical points. */
  readonly label: string;
}

export interface ChosenDisplay {
  readonly display: DescribedDisplay;
  /** Why it is not the selected display; absent when it is what was asked for. */
  readonly notice?: string;
}

export interface DisplayList {
  readonly displays: readonly DescribedDisplay[];
  /** The display that calls without a `displayIndex` use now. */
  readonly selectedIndex: number;
  readonly notice?: string;
}

/** Which displays there are, and which one a call means. Asks the system afresh each time: events of plugging are unreliable. */
export class DisplayService {
  readonly #desktop: Pick<Desktop, "displays">;
  readonly #selectedIndex: number;
  /** Indexes move up when a display before is unplugged; the name stays with the display. */
  #selectedName: string | undefined;

  /** @param selectedIndex the display that the user has selected, as numbered by the system */
  constructor(desktop: Pick<Desktop, "displays">, selectedIndex: number) {
    this.#desktop = desktop;
    this.#selectedIndex = selectedIndex;
  }

  /** @throws `display_unavailable` when there is none */
  async list(): Promise<DisplayList> {
    const displays = await this.#enumerate();
    const { display, ...notice } = this.#selected(displays);
    return { displays, selectedIndex: display.index, ...notice };
  }

  /**
   * The display that a call means: the one it names, else the selected one, else (when that is
   * unplugged) the primary one, with a notice.
   * @throws `display_not_found` for an index that no display has, `display_unavailable` when there is none
   */
  async resolve(index?: number): Promise<ChosenDisplay> {
    const displays = await this.#enumerate();
    if (index === undefined) return this.#selected(displays);
    const display = displays.find((candidate) => candidate.index === index);
    if (display === undefined) throw notFound(index, displays);
    return { display };
  }

  async #enumerate(): Promise<readonly DescribedDisplay[]> {
    const displays = await this.#desktop.displays();
    return displays.map((display) => ({ ...display, label: displayLabel(display) }));
  }

  #selected(displays: readonly DescribedDisplay[]): ChosenDisplay {
    const name = this.#selectedName;
    const selected = displays.find((display) =>
      name === undefined ? display.index === this.#selectedIndex : display.name === name,
    );
    if (selected !== undefined) {
      this.#selectedName = selected.name;
      return { display: selected };
    }
    const fallback = displays.find((display) => display.isPrimary) ?? displays[0];
    if (fallback === undefined) {
      throw new GuiAgentError("display_unavailable", "The desktop has no display.", {
        remedy: "Connect a display or switch it on, then call again.",
      });
    }
    const gone = `display ${this.#selectedIndex}${name === undefined ? "" : ` (${name})`}`;
    return {
      display: fallback,
      notice: `The selected ${gone} is not there; ${fallback.label} is used instead.`,
    };
  }
}

function displayLabel(display: Display): string {
  const scale = Math.round(display.scaleFactor * 100) / 100;
  const primary = display.isPrimary ? " (Primary)" : "";
  return `Display ${display.index}${primary} - ${display.width}×${display.height} @${scale}x`;
}

function notFound(index: number, displays: readonly DescribedDisplay[]): GuiAgentError {
  const labels = displays.map((display) => display.label).join("; ");
  return new GuiAgentError(
    "display_not_found",
    `There is no display ${index}. There is: ${labels || "none"}.`,
    {
      remedy:
        "Use one of these numbers as displayIndex, or leave it out for the selected display. Nothing was done.",
    },
  );
}
