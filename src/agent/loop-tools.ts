import type { CoordinateFormat } from "../coordinates/model-profiles.ts";
import { GuiAgentError } from "../core/errors.ts";
import type { Size } from "../core/geometry.ts";
import type { Tool } from "../tools/define-tool.ts";
import { toToolListing } from "../tools/project.ts";
import { findTool } from "../tools/registry.ts";
import { listedEndings } from "./ending-tools.ts";
import { type InputSchema, type ModelTool, schemaForModel } from "./model-schema.ts";
import { schemaInWords } from "./targets.ts";

/**
 * The tools of the registry that a model works with. Left out is what it has no use for: what gives places
 * in other coordinates than its own, what takes a picture as an argument, half gestures.
 */
const offered: readonly string[] = [
  "gui_click",
  "gui_double_click",
  "gui_move_mouse",
  "gui_drag",
  "gui_scroll",
  "gui_type",
  "gui_press_key",
  "gui_hotkey",
  "gui_clipboard_read",
  "gui_clipboard_write",
  "gui_list_windows",
  "gui_focus_window",
  "gui_screenshot",
  "gui_wait",
];

/** Texts for callers of another kind: a model in the loop gets a picture after each of its actions. */
const otherDescriptions: ReadonlyMap<string, string> = new Map([
  [
    "gui_screenshot",
    "Look closer: shows one region of the screen at full sharpness, to read small text. You get a picture of the whole screen after each action without asking; points always refer to the newest one of these. Make it the last call of a reply.",
  ],
  [
    "gui_wait",
    "Let time pass, or (untilStable) wait until nothing moves on the screen any more, such as while something loads.",
  ],
]);

/** Arguments that the task fills in, or that are of no use in one. */
const hidden: ReadonlySet<string> = new Set([
  "displayIndex",
  "coordinateMode",
  "savePath",
  "format",
  "cursor",
]);

/** How a task's model says where something is. */
export interface Pointing {
  /** In whose numbers: its own, or those of a model that finds what it names. */
  readonly format: CoordinateFormat;
  /** Whether it names places in words. */
  readonly isInWords: boolean;
}

/** The tools of a model: those for the desktop, in its own coordinate format or in words, and those that end its task. */
export class LoopTools {
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #pointing: Pointing;
  readonly #displayIndex: number | undefined;
  /** Of the last picture's size; it takes a while to make. */
  #listed: { readonly image: Size; readonly tools: readonly ModelTool[] } | undefined;

  constructor(pointing: Pointing, displayIndex: number | undefined) {
    // A region has no name.
    const names = offered.filter((name) => !pointing.isInWords || name !== "gui_screenshot");
    this.#tools = new Map(names.map((name) => [name, findTool(name)]));
    this.#pointing = pointing;
    this.#displayIndex = displayIndex;
  }

  get names(): readonly string[] {
    return [...this.#tools.keys(), ...listedEndings().map(({ name }) => name)];
  }

  /** One for the desktop. */
  find(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  /** What the model is told, when its newest picture has this size. */
  listed(image: Size): readonly ModelTool[] {
    const known = this.#listed;
    if (known?.image.width === image.width && known.image.height === image.height) return known.tools;
    const forDesktop = [...this.#tools.values()].map((tool) => ({
      name: tool.name,
      description: otherDescriptions.get(tool.name) ?? tool.description,
      parameters: this.#parameters(tool, image),
    }));
    const tools = [...forDesktop, ...listedEndings()];
    this.#listed = { image, tools };
    return tools;
  }

  #parameters(tool: Tool, image: Size): InputSchema {
    const { format, isInWords } = this.#pointing;
    const schema = schemaForModel(toToolListing(tool).inputSchema, hidden, format, image);
    return isInWords ? schemaInWords(schema) : schema;
  }

  /**
   * A model's arguments, with points for places that it named, as the tool takes them.
   * @throws `invalid_input` for an argument that the model was not told of
   */
  inputFor(tool: Tool, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const secretly = Object.keys(given).filter((name) => hidden.has(name));
    if (secretly.length > 0) {
      throw new GuiAgentError("invalid_input", `${tool.name} takes no ${secretly.join(", ")} here.`, {
        remedy: "Leave it out and call again. Nothing was done.",
      });
    }
    const takes = (name: string) => name in tool.input.shape;
    return {
      ...given,
      ...(takes("coordinateMode") ? { coordinateMode: this.#pointing.format.mode } : {}),
      ...(takes("displayIndex") && this.#displayIndex !== undefined
        ? { displayIndex: this.#displayIndex }
        : {}),
    };
  }
}
