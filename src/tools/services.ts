import type { Clock } from "../core/clock.ts";
import { DisplayService } from "../desktop/displays.ts";
import { ImageSearch } from "../desktop/image-search.ts";
import { Input } from "../desktop/input.ts";
import type { Desktop } from "../desktop/port.ts";
import { TextInput } from "../desktop/text-input.ts";
import { WindowService } from "../desktop/windows.ts";
import type { ImageFinder } from "../imaging/image-finder.ts";
import type { ToolServices } from "./context.ts";

interface ServiceParts extends Pick<ToolServices, "codec" | "quality" | "files" | "models" | "tasks"> {
  /** The display that the user has selected, as numbered by the system. */
  readonly displayIndex: number;
  readonly imageFinder: ImageFinder;
  readonly clock: Clock;
}

/** What tools work with, built on a desktop. */
export function createServices(
  desktop: Desktop,
  { displayIndex, imageFinder, ...parts }: ServiceParts,
): ToolServices {
  const { clock } = parts;
  const displays = new DisplayService(desktop, displayIndex);
  const input = new Input(desktop, clock);
  return {
    ...parts,
    desktop,
    displays,
    input,
    textInput: new TextInput(desktop, input),
    clipboard: desktop.clipboard,
    windows: new WindowService(desktop.windows, clock),
    imageSearch: new ImageSearch(desktop, displays, imageFinder, clock),
  };
}
