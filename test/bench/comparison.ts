import { quantile } from "./statistics.ts";

/** One way to do what a comparison is about. */
export interface Contestant {
  readonly name: string;
  /** Does it once and resolves with the milliseconds that it took. What is done to check or to tidy up does not count. */
  readonly sample: () => Promise<number>;
  /** Milliseconds of each sample that it sleeps on purpose. */
  readonly waitsMs?: number;
}

/** Somebody who could not take part, and why. */
export interface Absentee {
  readonly name: string;
  readonly problem: string;
}

/** What we want to reach: the median of a contestant, without its waits, below a limit. */
export interface Goal {
  readonly contestant: string;
  /** Milliseconds; or, with `timesOf`, a multiple of what that other contestant takes. */
  readonly below: number;
  readonly timesOf?: string;
}

export interface Comparison {
  readonly title: string;
  /** Ours comes first: the others' ratios refer to it. */
  readonly contestants: readonly [Contestant, ...(Contestant | Absentee)[]];
  readonly goals?: readonly Goal[];
}

export interface Measurement {
  readonly name: string;
  /** Milliseconds, with everything that it waits. */
  readonly medianMs: number;
  readonly p90Ms: number;
  readonly waitsMs: number;
  /** The median without the waits, as a multiple of ours. */
  readonly ratio: number;
  readonly samples: readonly number[];
}

export interface GoalResult extends Goal {
  readonly reached: number;
  readonly met: boolean;
}

export interface ComparisonResult {
  readonly title: string;
  readonly measurements: readonly Measurement[];
  readonly absentees: readonly Absentee[];
  readonly goals: readonly GoalResult[];
}

export interface RunOptions {
  readonly rounds: number;
  readonly signal: AbortSignal;
}

/** Rounds that do not count: caches fill, programs load what they load late. */
const warmUpRounds = 2;
/** Before each sample, for what the one before still does in the background: a process that ends, a heap that is swept. */
const restMs = 25;

/**
 * Lets the contestants take turns, so that whatever else the machine does hits all of them alike. The
 * order within a round changes: else one of them would always run on the caches, and the idle
 * pause, that the same other one left behind. One that fails is out, with its error; ours must not fail.
 */
export async function runComparison(
  { title, contestants, goals = [] }: Comparison,
  { rounds, signal }: RunOptions,
): Promise<ComparisonResult> {
  const absentees = contestants.filter((contestant) => "problem" in contestant);
  const running = contestants.filter((contestant) => "sample" in contestant);
  const samples = new Map(running.map(({ name }) => [name, [] as number[]]));
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (const contestant of shuffled(running)) {
      const taken = samples.get(contestant.name);
      if (taken === undefined) continue;
      await Bun.sleep(restMs);
      signal.throwIfAborted();
      try {
        const sample = await contestant.sample();
        if (round >= 0) taken.push(sample);
      } catch (thrown) {
        if (contestant === contestants[0]) throw thrown;
        samples.delete(contestant.name);
        absentees.push({ name: contestant.name, problem: firstLine(thrown) });
      }
    }
  }
  const measurements = measure(running, samples);
  return { title, measurements, absentees, goals: goals.map((goal) => judge(goal, measurements)) };
}

function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

function measure(
  running: readonly Contestant[],
  samples: ReadonlyMap<string, readonly number[]>,
): Measurement[] {
  const measured = running.flatMap(({ name, waitsMs = 0 }) => {
    const taken = samples.get(name);
    if (taken === undefined) return [];
    return [{ name, medianMs: quantile(taken, 0.5), p90Ms: quantile(taken, 0.9), waitsMs, samples: taken }];
  });
  const [ours] = measured;
  if (ours === undefined) throw new Error("Nothing was measured.");
  return measured.map((measurement) => ({
    ...measurement,
    ratio: withoutWaits(measurement) / withoutWaits(ours),
  }));
}

function judge(goal: Goal, measurements: readonly Measurement[]): GoalResult {
  const value = (name: string) => {
    const measurement = measurements.find((candidate) => candidate.name === name);
    if (measurement === undefined) throw new Error(`A goal is about "${name}", which was not measured.`);
    return withoutWaits(measurement);
  };
  const reached = value(goal.contestant) / (goal.timesOf === undefined ? 1 : value(goal.timesOf));
  return { ...goal, reached, met: reached < goal.below };
}

/** Milliseconds. */
export function withoutWaits({ medianMs, waitsMs }: Pick<Measurement, "medianMs" | "waitsMs">): number {
  return medianMs - waitsMs;
}

/** Of an error, what fits into a table. */
export function firstLine(thrown: unknown): string {
  return String(thrown).split("\n", 1)[0] ?? "";
}

/** The milliseconds that an action takes. */
export async function timed(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}
