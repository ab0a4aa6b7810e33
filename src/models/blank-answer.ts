import { GuiAgentError } from "../core/errors.ts";

/** A model answered, but without a word. To another question it may give a better answer. */
export class BlankAnswer extends GuiAgentError {}
