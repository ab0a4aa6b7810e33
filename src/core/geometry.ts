/**
 * The coordinate spaces, kept apart by the type checker. Only `coordinates/` converts between them:
 * `resolver.ts` points, `capture-area.ts` areas. Everything else passes them on unchanged.
 */

declare const space: unique symbol;

interface Point<Space extends string> {
  readonly x: number;
  readonly y: number;
  /** Required, so that two bare numbers are a point of no space: only the functions below make one. */
  readonly [space]: Space;
}

/** Logical points of one display, origin at that display's top left corner. */
export type LogicalPoint = Point<"logical">;

/** Logical points of the whole desktop, as the input API takes them; may be negative. */
export type GlobalPoint = Point<"global">;

/**
 * The two numbers of a point as a vision model wrote them, in the model's own range and order: of a
 * model that writes [y, x], `x` holds the vertical one.
 */
export type ModelPoint = Point<"model">;

export function logicalPoint(x: number, y: number): LogicalPoint {
  return { x, y } as LogicalPoint;
}

export function globalPoint(x: number, y: number): GlobalPoint {
  return { x, y } as GlobalPoint;
}

export function modelPoint(x: number, y: number): ModelPoint {
  return { x, y } as ModelPoint;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

export function contains(rect: Rect, point: { readonly x: number; readonly y: number }): boolean {
  return (
    point.x >= rect.x && point.y >= rect.y && point.x < rect.x + rect.width && point.y < rect.y + rect.height
  );
}

export function sameArea(one: Rect, other: Rect): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

/** The part that two areas share; undefined when they share none. */
export function intersection(one: Rect, other: Rect): Rect | undefined {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
