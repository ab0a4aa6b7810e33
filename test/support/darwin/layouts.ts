import { usPlaces } from "../../../src/desktop/darwin/keyboard/us-places.ts";
import type { FakeLayout } from "./fake-carbon.ts";

const us = new Map([...usPlaces].map(([keycode, both]) => [keycode, [...both]] as const));

export const usLayout: FakeLayout = { keys: us };

/** A French one in part: letters at other places, digits with Shift, `@` where nothing is on a US one. */
export const frenchLayout: FakeLayout = {
  keys: new Map([
    ...us,
    [0x00, ["q", "Q"]],
    [0x0c, ["a", "A"]],
    [0x12, ["&", "1"]],
    [0x21, ["^^", "^¨", "ô"]],
    [0x0a, ["@", "#", "•", "Ÿ"]],
    [0x25, ["l", "L", "¬", "|"]],
    [0x2a, ["`", "£"]],
    [0x32, ["<", ">"]],
  ]),
};

/** Two keys of a Dvorak one that is as a US one while Command is held. */
export const dvorakLayout: FakeLayout = {
  keys: new Map([
    [0x08, ["j", "J"]],
    [0x22, ["c", "C"]],
  ]),
  commanded: new Map([
    [0x08, "c"],
    [0x22, "i"],
  ]),
};

/** A Russian one in part: no Latin letters but with Command. */
export const russianLayout: FakeLayout = {
  keys: new Map([
    [0x0c, ["й", "Й"]],
    [0x08, ["с", "С"]],
    [0x12, ["1", "!"]],
  ]),
  commanded: new Map([
    [0x0c, "q"],
    [0x08, "c"],
  ]),
};
