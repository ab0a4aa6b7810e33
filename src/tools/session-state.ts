import { callerLimits } from "../coordinates/known-clients.ts";
import type { View } from "../coordinates/resolver.ts";
import type { ImageLimits } from "../core/image-limits.ts";

/** What one client's session remembers between calls. */
export class SessionState {
  readonly id: string;
  /** The last picture that the session took of each display, by the display's name. */
  readonly views = new Map<string, View>();
  readonly #callerModel: string;
  #imageLimits: ImageLimits;

  /** @param callerModel the setting of that name */
  constructor(id: string, callerModel: string) {
    this.id = id;
    this.#callerModel = callerModel;
    this.#imageLimits = callerLimits(callerModel, undefined);
  }

  /** What the model behind the client takes unresized. */
  get imageLimits(): ImageLimits {
    return this.#imageLimits;
  }

  /** Called when the client has said who it is. */
  clientNamed(name: string | undefined): void {
    this.#imageLimits = callerLimits(this.#callerModel, name);
  }
}
