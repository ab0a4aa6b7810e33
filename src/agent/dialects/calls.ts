import { z } from "zod";
import { type DialectCall, misunderstood } from "./dialect.ts";

/** The tools of a task, as the dialects call them. */

/** Two numbers in the model's own range and order. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export function click({ x, y }: Point, button: "left" | "right" | "middle" = "left", count = 1): DialectCall {
  return { name: "gui_click", input: { x, y, button, count } };
}

export function moveTo({ x, y }: Point): DialectCall {
  return { name: "gui_move_mouse", input: { x, y } };
}

export function drag(start: Point, end: Point): DialectCall {
  return { name: "gui_drag", input: { startX: start.x, startY: start.y, endX: end.x, endY: end.y } };
}

export const directions = ["up", "down", "left", "right"] as const;
export type Direction = (typeof directions)[number];

/** @param notches of the mouse wheel */
export function scroll({ x, y }: Point, direction: Direction, notches: number): DialectCall {
  const distance = direction === "up" || direction === "left" ? -notches : notches;
  const isVertical = direction === "up" || direction === "down";
  const turn = isVertical ? { deltaY: distance } : { deltaX: distance };
  return { name: "gui_scroll", input: { x, y, ...turn } };
}

/**
 * That a text is secret. No family was trained to say so; models that follow instructions do, and of the
 * others every text is recorded.
 */
export const secretField = z
  .boolean()
  .nullish()
  .transform((secret) => secret ?? false);

/**
 * A line break at the end of a text means Enter in every dialect. It is pressed as a key, because a text
 * that is pasted presses none.
 */
export function typeText(text: string, isSecret: boolean): readonly DialectCall[] {
  const content = text.replace(/\r?\n$/, "");
  const input = { text: content, ...(isSecret ? { secret: true } : {}) };
  const typed = content === "" ? [] : [{ name: "gui_type", input }];
  const calls = content === text ? typed : [...typed, press(["enter"])];
  if (calls.length === 0) throw misunderstood("The text to type is empty.");
  return calls;
}

/** One key or a chord. A key may itself be a chord that is written with `+`. */
export function press(keys: readonly string[]): DialectCall {
  const [key, ...others] = keys;
  if (key === undefined) throw misunderstood("No key is named.");
  const isChord = others.length > 0 || (key.length > 1 && key.includes("+"));
  return isChord ? { name: "gui_hotkey", input: { keys } } : { name: "gui_press_key", input: { key } };
}

export function wait(seconds: number): DialectCall {
  return { name: "gui_wait", input: { ms: Math.round(seconds * 1000) } };
}

/** @param result may be empty: some models say no more than that they are done */
export function done(result: string): DialectCall {
  return { name: "done", input: { result: result.trim() || "The task is done." } };
}

/** @param reason may be empty */
export function giveUp(reason: string): DialectCall {
  return { name: "give_up", input: { reason: reason.trim() || "The task cannot be done." } };
}
