import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { archiveName } from "../../.ci/build/archive.ts";
import { targetNames, targets } from "../../.ci/build/targets.ts";

const folder = ".github/workflows";

/** What we rely on in a workflow. */
const workflow = z.object({
  permissions: z.record(z.string(), z.enum(["read", "none"])),
  jobs: z.record(
    z.string(),
    z.object({
      "timeout-minutes": z.number(),
      permissions: z.record(z.string(), z.string()).optional(),
      strategy: z
        .object({ matrix: z.object({ include: z.array(z.object({ target: z.string() })).optional() }) })
        .optional(),
      steps: z.array(
        z.object({ if: z.string().optional(), uses: z.string().optional(), run: z.string().optional() }),
      ),
    }),
  ),
});

const workflows = await Promise.all(
  (await readdir(folder)).map(async (name) => {
    const text = await Bun.file(join(folder, name)).text();
    return { name, text, ...workflow.parse(Bun.YAML.parse(text)) };
  }),
);

const release = workflows.find(({ name }) => name === "release.yml");
const ci = workflows.find(({ name }) => name === "ci.yml");

test("there are workflows", () => {
  expect(workflows.map(({ name }) => name).sort()).toEqual(["ci.yml", "release.yml"]);
});

test.each(workflows)("$name takes every action at a commit, with its version beside it", ({ text }) => {
  const uses = text.match(/^.*\buses:.*$/gm) ?? [];
  expect(uses.length).toBeGreaterThan(0);
  for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test("the same action is taken at the same commit everywhere", () => {
  const taken = workflows.flatMap(({ text }) => [...text.matchAll(/uses: (\S+)@(\S+)/g)]);
  const commits = Map.groupBy(taken, ([, action]) => action);
  for (const [action, all] of commits) {
    expect({ action, commits: new Set(all.map(([, , commit]) => commit)).size }).toEqual({
      action,
      commits: 1,
    });
  }
});

test("only what publishes may write", () => {
  const writing = workflows.flatMap(({ name, jobs }) =>
    Object.entries(jobs)
      .filter(([, job]) => job.permissions !== undefined)
      .map(([job]) => `${name} ${job}`),
  );
  expect(writing).toEqual(["release.yml publish"]);
});

test("every archive is tested before it is published", () => {
  const tested = release?.jobs.test?.strategy?.matrix.include?.map(({ target }) => target);
  expect(new Set(tested)).toEqual(new Set(targetNames));
  for (const name of targetNames) expect(archiveName(name, targets[name])).toStartWith(`gui-agent-${name}.`);
  expect(release?.text).toContain("needs: build");
  expect(release?.text).toContain("needs: test");
});

test("what is published is tested for as long as every change is", () => {
  const minutes = [release, ci].map((tested) => tested?.jobs.test?.["timeout-minutes"] ?? Number.NaN);
  expect(minutes[0]).toBeGreaterThanOrEqual(minutes[1] ?? Number.NaN);
});

test("linux-arm64 installs what the tests need, but for what none of those that it runs does", async () => {
  const { requirements } = z
    .object({
      requirements: z.record(z.string(), z.object({ packages: z.object({ apt: z.array(z.string()) }) })),
    })
    .parse(await import(new URL("../../.ci/system-packages.mjs", import.meta.url).href));
  const { chromium: _chromium, xorg: _xorg, qt: _qt, weston: _weston, ...others } = requirements;
  const { fcitx: _fcitx, wine: _wine, ...needed } = others;
  const runs = release?.jobs.test?.steps.filter((step) => step.if?.includes("linux-arm64")) ?? [];
  const installs = runs.flatMap(({ run }) => run?.match(/apt-get install .*/g) ?? []).join(" ");
  expect(installs.split(" ")).toEqual(
    expect.arrayContaining(Object.values(needed).flatMap(({ packages }) => packages.apt)),
  );
});

test("files that workflows and the list of portable tests name are there", async () => {
  const texts = [...workflows.map(({ text }) => text), await Bun.file(".ci/portable-tests.mjs").text()];
  const named = texts.flatMap((text) => text.match(/(?<![\w/])(?:test|\.ci)\/[\w./-]+/g) ?? []);
  expect(named.length).toBeGreaterThan(0);
  for (const path of named) expect({ path, exists: existsSync(path) }).toEqual({ path, exists: true });
});
