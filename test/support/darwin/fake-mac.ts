import { expect } from "bun:test";
import { ClickCount } from "../../../src/desktop/darwin/click-count.ts";
import { Objects } from "../../../src/desktop/darwin/core-foundation.ts";
import { EventSender } from "../../../src/desktop/darwin/event-sender.ts";
import { HeldInput } from "../../../src/desktop/darwin/held-input.ts";
import { Characters } from "../../../src/desktop/darwin/keyboard/characters.ts";
import { InputMethods } from "../../../src/desktop/darwin/keyboard/input-methods.ts";
import { DarwinKeyboard } from "../../../src/desktop/darwin/keyboard/keyboard.ts";
import { DarwinMouse } from "../../../src/desktop/darwin/mouse.ts";
import { mainRunLoop } from "../../../src/desktop/darwin/run-loop.ts";
import { FakeCarbon } from "./fake-carbon.ts";
import { FakeFoundation } from "./fake-foundation.ts";
import { FakeGraphics } from "./fake-graphics.ts";
import { FakeServices } from "./fake-services.ts";
import { InstantClock } from "./instant-clock.ts";
import { usLayout } from "./layouts.ts";
import { Key } from "./nut.ts";

/** A Mac behind the seam to the system's libraries. Disposal checks that nothing of the system's is left unreleased. */
export class FakeMac implements Disposable {
  readonly clock = new InstantClock();
  readonly foundation = new FakeFoundation();
  readonly graphics = new FakeGraphics(this.foundation);
  readonly services = new FakeServices(this.foundation);
  readonly carbon = new FakeCarbon(this.foundation, usLayout);
  readonly objects = new Objects(this.foundation.functions, this.foundation.objc);
  readonly runLoop = mainRunLoop(this.foundation.functions, this.objects);
  readonly held = new HeldInput();
  /** Keys for volume and media: which, and whether it went down. */
  readonly systemKeys: [number, boolean][] = [];
  readonly sender = new EventSender(this.graphics.functions, this.objects, this.held);
  readonly mouse = new DarwinMouse(
    this.graphics.functions,
    this.objects,
    { sender: this.sender, held: this.held, clicks: new ClickCount(this.clock) },
    this.clock,
  );
  readonly keyboard = new DarwinKeyboard(
    {
      graphics: this.graphics.functions,
      sender: this.sender,
      held: this.held,
      characters: new Characters(this.carbon.functions, this.objects, this.runLoop, this.carbon.dataProperty),
      inputMethods: new InputMethods({
        ...{ carbon: this.carbon.functions, objects: this.objects, runLoop: this.runLoop, clock: this.clock },
        constants: this.carbon.inputSources,
      }),
      clock: this.clock,
      sendSystemKey: (key, isDown) => void this.systemKeys.push([key, isDown]),
    },
    Key,
  );

  [Symbol.dispose](): void {
    expect(this.foundation.leaks()).toEqual([]);
  }
}
