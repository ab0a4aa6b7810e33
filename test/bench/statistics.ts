/**
 * The value below which a share of the samples lies, with the place between two samples
 * interpolated. `share` is 0 to 1: 0.5 gives the median.
 */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new Error("There are no samples.");
  return below + (above - below) * (place - Math.floor(place));
}
