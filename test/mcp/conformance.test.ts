import { expect, test } from "bun:test";
import { type LeftOut, listScenarios, readSuite, runConformance, scenarios } from "../support/conformance.ts";
import { startConformanceServer } from "../support/conformance-server.ts";
import { startGuiAgent } from "../support/gui-agent.ts";

/** The active suite of @modelcontextprotocol/conformance 0.1.16. */
const activeScenarios = 30;

test("the HTTP layer passes the official conformance suite", async () => {
  await using server = await startConformanceServer();
  const results = await runConformance(server.url);
  expect(
    results.flatMap(({ scenario, complaints }) => complaints.map((text) => `${scenario}: ${text}`)),
  ).toEqual([]);
  expect(results.filter(({ passed }) => passed === 0)).toEqual([]);
  expect(results.length).toBe(activeScenarios);
}, 120_000);

const table: readonly (readonly [string, "run" | LeftOut])[] = Object.entries(scenarios);

test("every scenario of the suite is either run against the program or left out for a reason", async () => {
  expect(table.map(([name]) => name).toSorted()).toEqual((await listScenarios()).toSorted());
});

test("what a left out scenario is said to ask for is something that the suite does ask for", async () => {
  const suite = await readSuite();
  const unknown = table.filter(
    ([, reason]) =>
      reason !== "run" &&
      // The suite tries a capability without naming it.
      !("capability" in reason) &&
      !Object.values(reason).every((name) => suite.includes(name)),
  );
  expect(unknown).toEqual([]);
});

test("the program has nothing of what the left out scenarios ask for", async () => {
  await using agent = await startGuiAgent({});
  const { tools } = await agent.client.listTools();
  const { resources } = await agent.client.listResources();
  const has = new Set<string>([
    ...Object.keys(agent.client.getServerCapabilities() ?? {}),
    ...tools.map(({ name }) => name),
    ...resources.map(({ uri }) => uri),
  ]);
  expect(has).toContain("tools");
  const wanted = table.filter(
    ([, reason]) => reason !== "run" && Object.values(reason).some((name) => has.has(name)),
  );
  expect(wanted).toEqual([]);
});

test("the program passes every other scenario", async () => {
  await using agent = await startGuiAgent({});
  const run = table.flatMap(([name, reason]) => (reason === "run" ? [name] : []));
  const results = await runConformance(agent.url, run);
  expect(results.map(({ scenario }) => scenario).toSorted()).toEqual(run.toSorted());
  expect(results.filter(({ passed }) => passed === 0)).toEqual([]);
  expect(results.flatMap(({ complaints }) => complaints)).toEqual([]);
}, 120_000);
