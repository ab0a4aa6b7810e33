import type { Rect } from "../../../core/geometry.ts";
import type { Handle } from "../../native/types.ts";
import type { ApplicationServices } from "../api/application-services.ts";
import { cgPoint } from "../api/core-graphics.ts";
import type { Objects, Owned } from "../core-foundation.ts";
import { OutValue } from "../out-values.ts";

/** `AXValueType`, AXValue.h. */
const pointType = 1;
const sizeType = 2;
/** `kAXErrorSuccess` and `kAXErrorCannotComplete`, AXError.h. */
const success = 0;
const noAnswer = -25_204;
/** A program that hangs keeps us waiting no longer than this for each question. */
const timeoutSeconds = 1;

/** The accessibility elements of programs: AXUIElement.h. The names of attributes are those of AXAttributeConstants.h. */
export class Accessibility {
  readonly #services: ApplicationServices;
  readonly #objects: Objects;
  readonly #true: Handle;
  readonly #false: Handle;

  /** @param booleans `kCFBooleanTrue` and `kCFBooleanFalse`, CFNumber.h */
  constructor(
    services: ApplicationServices,
    objects: Objects,
    booleans: { readonly yes: Handle; readonly no: Handle },
  ) {
    this.#services = services;
    this.#objects = objects;
    this.#true = booleans.yes;
    this.#false = booleans.no;
    using everything = this.everything();
    services.AXUIElementSetMessagingTimeout(everything.reference, timeoutSeconds);
  }

  /** Whether macOS answers us at all. */
  get isPermitted(): boolean {
    return this.#services.AXIsProcessTrusted();
  }

  program(pid: number): Owned {
    return this.#objects.ownSome(this.#services.AXUIElementCreateApplication(pid), "a program's element");
  }

  everything(): Owned {
    return this.#objects.ownSome(this.#services.AXUIElementCreateSystemWide(), "the system's element");
  }

  /** Undefined where there is none, `silent` where the program does not answer in time. */
  ask(element: Handle, name: string): Owned | "silent" | undefined {
    using attribute = this.#objects.string(name);
    const value = new OutValue();
    const result = this.#services.AXUIElementCopyAttributeValue(element, attribute.reference, value.memory);
    if (result === noAnswer) return "silent";
    return result === success ? this.#objects.own(value.address) : undefined;
  }

  /** Undefined where there is none, and where the program does not answer. */
  attribute(element: Handle, name: string): Owned | undefined {
    const answer = this.ask(element, name);
    return answer === "silent" ? undefined : answer;
  }

  text(element: Handle, name: string): string | undefined {
    using value = this.attribute(element, name);
    return value === undefined ? undefined : this.#objects.text(value.reference);
  }

  isTrue(element: Handle, name: string): boolean {
    using value = this.attribute(element, name);
    return value !== undefined && this.#objects.isSame(value.reference, this.#true);
  }

  /** Points of the whole desktop; undefined where the element has no place. */
  frame(element: Handle): Rect | undefined {
    const place = this.#pair(element, "AXPosition", pointType);
    const size = this.#pair(element, "AXSize", sizeType);
    if (place === undefined || size === undefined) return undefined;
    return { x: place.x, y: place.y, width: size.x, height: size.y };
  }

  /** Asks for it; what comes of that is up to the program. */
  set(element: Handle, name: string, value: boolean): void {
    using attribute = this.#objects.string(name);
    const boolean = value ? this.#true : this.#false;
    this.#services.AXUIElementSetAttributeValue(element, attribute.reference, boolean);
  }

  perform(element: Handle, name: string): void {
    using action = this.#objects.string(name);
    this.#services.AXUIElementPerformAction(element, action.reference);
  }

  /** A `CGSize` lies in memory as a `CGPoint` does. */
  #pair(element: Handle, name: string, type: number): { readonly x: number; readonly y: number } | undefined {
    using value = this.attribute(element, name);
    if (value === undefined) return undefined;
    const memory = new Uint8Array(cgPoint.size);
    return this.#services.AXValueGetValue(value.reference, type, memory) ? cgPoint.decode(memory) : undefined;
  }
}
