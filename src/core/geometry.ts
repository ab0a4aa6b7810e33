/**
 * The coordinate spaces, kept apart by the type checker. Only `coordinates/resolver.ts` converts
 * between them; everything else passes points on unchanged.
 */

declare const space: unique symbol;

interface Point<Space extends string> {
  readonly x: number;
  readonly y: number;
  readonly [space]?: Space;
}

/** Pixels of an image that was sent to a caller, origin at its top left corner. */
export type ImagePoint = Point<"image">;

/** Logical points of one display, origin at that display's top left corner. */
export type LogicalPoint = Point<"logical">;

/** Logical points of the whole desktop, as the input API takes them; may be negative. */
export type GlobalPoint = Point<"global">;

/**
 * The two numbers of a point as a vision model wrote them, in the model's own range and order: of a
 * model that writes [y, x], `x` holds the vertical one.
 */
export type ModelPoint = Point<"model">;

export function imagePoint(x: number, y: number): ImagePoint {
  return { x, y };
}

export function logicalPoint(x: number, y: number): LogicalPoint {
  return { x, y };
}

export function globalPoint(x: number, y: number): GlobalPoint {
  return { x, y };
}

export function modelPoint(x: number, y: number): ModelPoint {
  return { x, y };
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

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
