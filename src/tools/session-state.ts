import { modelBehind } from "../coordinates/known-clients.ts";
import { profileFor } from "../coordinates/model-profiles.ts";
import type { View } from "../coordinates/resolver.ts";
import type { ImageLimits } from "../core/image-limits.ts";
import type { Log } from "../core/log.ts";
import { standardLimits } from "../imaging/scale.ts";

/** A client may call itself whatever it likes, at whatever length. */
const longestLoggedName = 100;

/** What one client's session remembers between calls. */
export class SessionState {
  readonly id: string;
  /** The last picture that the session took of each display, by the display's name. */
  readonly views = new Map<string, View>();
  readonly #callerModel: string;
  readonly #log: Pick<Log, "info">;
  #model: string | undefined;
  #isDoubtLogged: boolean = false;

  /** @param callerModel the setting of that name */
  constructor(id: string, callerModel: string, log: Pick<Log, "info">) {
    this.id = id;
    this.#callerModel = callerModel;
    this.#log = log;
    this.#model = modelBehind(callerModel, undefined);
  }

  /** What the model behind the client takes unresized. */
  get imageLimits(): ImageLimits {
    return this.#model === undefined ? {} : profileFor(this.#model).limits;
  }

  /** Called when the client has said who it is. */
  clientNamed(name: string | undefined): void {
    this.#model = modelBehind(this.#callerModel, name);
    if (name !== undefined && this.#model === undefined) this.#logDoubt(name);
  }

  /** Nothing else tells its user that the model may see the screenshots shrunk, and click beside. */
  #logDoubt(client: string): void {
    if (this.#isDoubtLogged) return;
    this.#isDoubtLogged = true;
    const quoted = JSON.stringify(client.slice(0, longestLoggedName));
    this.#log.info(
      `Client ${quoted}: its model is not known, so screenshots are up to ${standardLimits.maxEdge} pixels; --caller-model names it.`,
    );
  }
}
