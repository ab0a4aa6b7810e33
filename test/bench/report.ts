import { cpus } from "node:os";
import { type ComparisonResult, type GoalResult, type Measurement, withoutWaits } from "./comparison.ts";

const columns = ["median ms", "p90 ms", "of it waits", "× ours"] as const;

/** What the tables say, above them. */
export function legend(rounds: number): string {
  return `Rounds: ${rounds}, with everybody in each. "of it waits": pauses that are made on purpose. "× ours": the median without
them, as a multiple of the first row's; "limit" and "floor" rows are what lies under us, the rest are other programs.`;
}

/** A comparison as a table for people. Ratios are of medians without deliberate waits. */
export function table({ title, measurements, absentees, goals }: ComparisonResult): string {
  const rows = measurements.map(row);
  const nameWidth = Math.max(...[...measurements, ...absentees].map(({ name }) => name.length));
  const line = (name: string, cells: readonly string[]) =>
    [name.padEnd(nameWidth), ...cells.map((cell, index) => cell.padStart(columns[index]?.length ?? 0))].join(
      "   ",
    );
  return [
    "",
    line(title, columns),
    ...rows.map(({ name, cells }) => line(name, cells)),
    ...absentees.map(({ name, problem }) => line(name, [problem])),
    ...goals.map(goalLine),
  ].join("\n");
}

function row(measurement: Measurement): { readonly name: string; readonly cells: readonly string[] } {
  const { name, medianMs, p90Ms, waitsMs, ratio } = measurement;
  return {
    name,
    cells: [
      milliseconds(medianMs),
      milliseconds(p90Ms),
      waitsMs === 0 ? "" : milliseconds(waitsMs),
      ratio.toFixed(2),
    ],
  };
}

function goalLine({ contestant, below, timesOf, reached, met }: GoalResult): string {
  const [value, limit] =
    timesOf === undefined
      ? [`${milliseconds(reached)} ms`, `${below} ms`]
      : [`${reached.toFixed(2)} times "${timesOf}"`, `${below}`];
  return `  goal ${met ? "met" : "MISSED"}: ${contestant}: ${value}, wanted below ${limit}`;
}

function milliseconds(value: number): string {
  return value.toFixed(value < 10 ? 2 : 1);
}

/** Everything that was measured, for programs. */
export function report(results: readonly ComparisonResult[], rounds: number): Record<string, unknown> {
  const [processor] = cpus();
  return {
    date: new Date().toISOString(),
    machine: {
      platform: process.platform,
      architecture: process.arch,
      processor: processor?.model ?? "unknown",
      processors: cpus().length,
      bun: Bun.version,
    },
    rounds,
    comparisons: results.map(({ title, measurements, absentees, goals }) => ({
      title,
      measurements: measurements.map((measurement) => ({
        ...rounded(measurement),
        withoutWaitsMs: round(withoutWaits(measurement)),
      })),
      absentees,
      goals: goals.map((goal) => ({ ...goal, reached: round(goal.reached) })),
    })),
  };
}

function rounded({ name, medianMs, p90Ms, waitsMs, ratio, samples }: Measurement) {
  return {
    name,
    medianMs: round(medianMs),
    p90Ms: round(p90Ms),
    waitsMs: round(waitsMs),
    ratio: round(ratio),
    samplesMs: samples.map(round),
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
