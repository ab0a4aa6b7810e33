import type { Clock } from "../../../core/clock.ts";
import { type InputMethod, setAside } from "../../set-aside.ts";
import { keysRead } from "../keys-read.ts";
import { none } from "../protocol.ts";
import type { X11Session } from "../session.ts";
import { atom, readNumbers } from "../window-properties.ts";
import { fcitx } from "./fcitx.ts";
import type { Framework } from "./framework.ts";
import { ibusOn } from "./ibus.ts";

/** For the handing over between a program and an input method, of which nobody else hears. In milliseconds. */
const betweenKeysMs = 4;

const remedy =
  "Switch the input method to a plain keyboard. If none is there, add one in the settings of Fcitx or IBus, for Fcitx as the first of the list.";

/**
 * Input methods, such as those for Pinyin and Kana: programs hand them their keys, those that XTEST presses too,
 * and get what the user chooses of what they offer.
 */
export class InputMethods {
  readonly #session: X11Session;
  readonly #clock: Clock;
  readonly #frameworks: readonly Framework[];

  private constructor(session: X11Session, clock: Clock, frameworks: readonly Framework[]) {
    this.#session = session;
    this.#clock = clock;
    this.#frameworks = frameworks;
  }

  /** Those of the frameworks that run now. */
  static async open(session: X11Session, clock: Clock): Promise<InputMethods> {
    const frameworks: Framework[] = [];
    for (const framework of [fcitx, ibusOn(session.display)]) {
      if (await isThere(session, framework)) frameworks.push(framework);
    }
    return new InputMethods(session, clock, frameworks);
  }

  async areInForce(): Promise<boolean> {
    const names = await Promise.all(this.#frameworks.map(methodInForce));
    return names.some((name) => name !== undefined);
  }

  /**
   * Puts plain keyboards in the place of the input methods in force. Disposal puts them back, unless the user has
   * chosen something else meanwhile. Throws `unsupported` where one does not give way.
   */
  async setAside(signal: AbortSignal | undefined): Promise<AsyncDisposable> {
    await using undo = new AsyncDisposableStack();
    for (const framework of this.#frameworks) {
      const name = await methodInForce(framework);
      if (name === undefined) continue;
      undo.use(await setAside(this.#method(framework, name), this.#clock, signal));
    }
    return undo.move();
  }

  /** For the keyboard: waits until a program can take more keys. Undefined where none passes its keys on. */
  pace(signal: AbortSignal | undefined): (() => Promise<void>) | undefined {
    if (this.#frameworks.length === 0) return undefined;
    let answers = true;
    return async () => {
      // One that hangs, or takes no part, is not asked for each few keys.
      if (answers) answers = await keysRead(this.#session, this.#clock, signal);
      await this.#clock.sleep(betweenKeysMs, signal);
    };
  }

  #method(framework: Framework, name: string): InputMethod {
    let keyboard: string | undefined;
    return {
      remedy,
      giveWay: async () => {
        await framework.chooseKeyboard();
        keyboard = await framework.current();
      },
      isInForce: async () => {
        const now = await framework.current();
        // One that has stopped answering may be in force.
        return now === undefined || !framework.isKeyboard(now);
      },
      putBack: async () => {
        if ((await framework.current()) === keyboard) await framework.choose(name);
      },
    };
  }
}

/**
 * Whether a framework serves this display. Asked of the X server: most have none, and where a framework is
 * installed that does not run, its program could start it.
 */
async function isThere(session: X11Session, { server }: Framework): Promise<boolean> {
  const name = await atom(session, `@server=${server}`);
  const servers = await readNumbers(session, session.root, "XIM_SERVERS");
  if (!servers.includes(name)) return false;
  // The list still names one that has ended.
  const owner = await session.call<number>((done) => session.client.GetSelectionOwner(name, done));
  return owner !== none;
}

async function methodInForce(framework: Framework): Promise<string | undefined> {
  const name = await framework.current();
  return name === undefined || framework.isKeyboard(name) ? undefined : name;
}
