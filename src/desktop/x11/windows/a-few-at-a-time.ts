/** Each stands for some ten requests. */
const atOnce = 8;

/**
 * Runs a task for every item, in groups, and gives the results in the same order. The more requests wait
 * for their answers, the longer each takes: 3000 at once take seconds, and the connection counts as lost.
 */
export async function aFewAtATime<Item, Result>(
  items: readonly Item[],
  task: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += atOnce) {
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(task))));
  }
  return results;
}
