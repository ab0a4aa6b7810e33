import { loadNut } from "../../../src/desktop/nut.ts";

/** nut.js as the product loads it: imported plainly, it would load native providers of its own. */
export const { Button, Image, Key, Region } = await loadNut();
