import { GuiAgentError } from "../core/errors.ts";

/** A model answered, but without a word, or without the end of what it had to say. To another question it may give a better answer. */
export class BlankAnswer extends GuiAgentError {}
