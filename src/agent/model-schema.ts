import { z } from "zod";
import type { CoordinateFormat, CoordinateMode } from "../coordinates/model-profiles.ts";
import { axisRange } from "../coordinates/ranges.ts";
import type { Size } from "../core/geometry.ts";

/** A tool as a model is told of it. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: InputSchema;
}

/** What a tool's input looks like, as JSON Schema without references. */
export type InputSchema = z.infer<typeof objectSchema>;

const objectSchema = z.looseObject({
  type: z.literal("object"),
  properties: z.record(z.string(), z.looseObject({ type: z.string().optional() })),
  required: z.array(z.string()).optional(),
});

/** Which arguments are coordinates, and along which edge of the picture they are counted. */
const axes: ReadonlyMap<string, keyof Size> = new Map([
  ["x", "width"],
  ["y", "height"],
  ["startX", "width"],
  ["startY", "height"],
  ["endX", "width"],
  ["endY", "height"],
  ["width", "width"],
  ["height", "height"],
]);

/** Arguments of a point, the horizontal one by the vertical one that goes with it. */
const horizontalOf: ReadonlyMap<string, string> = new Map([
  ["y", "x"],
  ["startY", "startX"],
  ["endY", "endX"],
]);

/**
 * A tool's input schema as one model gets it: its coordinates in the range in which this model points, on
 * a picture of this size, and in the order in which it was trained to write them. They are named, so the
 * order is no more than a help: [y, x] cannot be taken for [x, y].
 * @param hidden arguments that are filled in for the model
 * @throws when it is not the schema of an object
 */
export function schemaForModel(
  schema: unknown,
  hidden: ReadonlySet<string>,
  format: CoordinateFormat,
  image: Size,
): InputSchema {
  const { properties, required = [], ...rest } = objectSchema.parse(schema);
  const shown = Object.entries(properties)
    .filter(([name]) => !hidden.has(name))
    .map(([name, property]) => [name, forModel(name, property, format, image)] as const);
  const needed = required.filter((name) => !hidden.has(name));
  return {
    ...rest,
    properties: Object.fromEntries(format.order === "xy" ? shown : verticalFirst(shown)),
    ...(needed.length === 0 ? {} : { required: needed }),
  };
}

function forModel(
  name: string,
  property: InputSchema["properties"][string],
  format: CoordinateFormat,
  image: Size,
): InputSchema["properties"][string] {
  const axis = axes.get(name);
  if (axis !== undefined) {
    const { last } = axisRange(format.mode, image[axis]);
    return { ...property, type: numberType(format.mode), minimum: 0, maximum: last };
  }
  return property.type === "object" ? schemaForModel(property, new Set(), format, image) : property;
}

function numberType(mode: CoordinateMode): "number" | "integer" {
  return mode === "normalized-0-1" ? "number" : "integer";
}

function verticalFirst<Property>(properties: readonly (readonly [string, Property])[]) {
  const names = properties.map(([name]) => name);
  const place = (name: string) => {
    const horizontal = names.indexOf(horizontalOf.get(name) ?? "");
    return horizontal === -1 ? names.indexOf(name) : horizontal - 0.5;
  };
  return properties.toSorted(([one], [other]) => place(one) - place(other));
}
