import { GuiAgentError } from "../core/errors.ts";
import { contains, type GlobalPoint, sameArea } from "../core/geometry.ts";
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
  /** The display in use when it was last there, and all that were: its number and its name may change. */
  #last: { readonly display: Display; readonly all: readonly Display[] } | undefined;

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

  /** The display that shows a place of the desktop, of several the selected one; undefined where none does. */
  async at(point: GlobalPoint): Promise<DescribedDisplay | undefined> {
    const { displays, selectedIndex } = await this.list();
    const showing = displays.filter((display) => contains(display, point));
    return showing.find(({ index }) => index === selectedIndex) ?? showing[0];
  }

  /**
   * For what looks at a display for long: on X11 the place of one that was unplugged can still be captured,
   * and nothing happens there any more.
   * @throws `display_not_found` when it is not there any more, or at another place or size
   */
  async assertUnchanged(display: DescribedDisplay): Promise<void> {
    const now = (await this.#enumerate()).find(({ name }) => name === display.name);
    if (now !== undefined && sameArea(now, display)) return;
    throw new GuiAgentError(
      "display_not_found",
      now === undefined
        ? `${display.label} was unplugged while gui-agent waited for something on it.`
        : `${display.label} was moved or resized while gui-agent waited for something on it; it is ${now.label} now.`,
      { remedy: "Call gui_list_displays to see what there is now, then wait again." },
    );
  }

  async #enumerate(): Promise<readonly DescribedDisplay[]> {
    const displays = await this.#desktop.displays();
    return displays.map((display) => ({ ...display, label: displayLabel(display) }));
  }

  #selected(displays: readonly DescribedDisplay[]): ChosenDisplay {
    const selected = this.#findSelected(displays);
    if (selected !== undefined) {
      this.#last = { display: selected, all: displays };
      return { display: selected };
    }
    const fallback = displays.find((display) => display.isPrimary) ?? displays[0];
    if (fallback === undefined) {
      throw new GuiAgentError("display_unavailable", "The desktop has no display.", {
        remedy: "Connect a display or switch it on, then call again.",
      });
    }
    const gone =
      this.#last === undefined
        ? `The selected display ${this.#selectedIndex} is not there`
        : `The display in use, number ${this.#last.display.index} (${this.#last.display.name}), is not there any more`;
    return { display: fallback, notice: `${gone}; ${fallback.label} is used instead.` };
  }

  #findSelected(displays: readonly DescribedDisplay[]): DescribedDisplay | undefined {
    if (this.#last === undefined) return displays.find(({ index }) => index === this.#selectedIndex);
    const { display: last, all } = this.#last;
    return (
      displays.find(({ name }) => name === last.name) ??
      displays.find((display) => isSameDisplay(display, last, all))
    );
  }
}

/**
 * Whether a display is one that was there before: by its name, or under a new name at exactly its place,
 * as after a change of the driver or the dock, or because it mirrored that one.
 * @param before the displays of that time: one of them that has moved to the place is another display
 */
export function isSameDisplay(display: Display, then: Display, before: Iterable<Display>): boolean {
  if (display.name === then.name) return true;
  if (!sameArea(display, then)) return false;
  return ![...before].some((known) => known.name === display.name && !sameArea(known, display));
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
