import { modelBehind } from "../coordinates/known-clients.ts";
import { profileFor } from "../coordinates/model-profiles.ts";
import type { View } from "../coordinates/resolver.ts";
import { beginningOf } from "../core/cut.ts";
import type { ImageLimits } from "../core/image-limits.ts";
import type { Log } from "../core/log.ts";
import { type DescribedDisplay, isSameDisplay } from "../desktop/displays.ts";
import { standardLimits } from "../imaging/scale.ts";

/** A client may call itself whatever it likes, at whatever length. */
const longestLoggedName = 100;

/** A picture that the session took. */
export interface SeenView {
  readonly view: View;
  /** The desktop's `lost` at that time: once it has fired, the picture shows nothing that is still there. */
  readonly lost: AbortSignal;
}

/** What one client's session remembers between calls. */
export class SessionState {
  readonly id: string;
  /** The last picture that the session took of each display, by the display's name. */
  readonly views = new Map<string, SeenView>();
  /** What each displayIndex meant to the client last; under undefined, calls that give none. */
  readonly #displays = new Map<number | undefined, DescribedDisplay>();
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

  /** The model behind the client, where something tells which one it is. */
  get model(): string | undefined {
    return this.#model;
  }

  /** What that model takes unresized. */
  get imageLimits(): ImageLimits {
    return this.#model === undefined ? {} : profileFor(this.#model).limits;
  }

  /**
   * Notes which display a displayIndex means now. Returns the one that it meant to this client before, if
   * that was another: displays are numbered anew when one is unplugged, and what the client knows of the
   * number is then about the wrong one.
   */
  noteDisplay(index: number | undefined, display: DescribedDisplay): DescribedDisplay | undefined {
    const before = this.#displays.get(index);
    const isSame = before === undefined || isSameDisplay(display, before, this.#displays.values());
    this.#displays.set(index, display);
    if (isSame) return undefined;
    // A picture from before: a point after the change was hardly read off that.
    this.views.delete(display.name);
    return before;
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
    const quoted = JSON.stringify(beginningOf(client, longestLoggedName));
    this.#log.info(
      `Client ${quoted}: its model is not known, so screenshots are up to ${standardLimits.maxEdge} pixels; --caller-model names it.`,
    );
  }
}
