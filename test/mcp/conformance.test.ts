import { expect, test } from "bun:test";
import { runConformance, scenariosWithoutFixture } from "../support/conformance.ts";
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

test("the program passes every scenario that needs no fixture", async () => {
  await using agent = await startGuiAgent({});
  const results = await runConformance(agent.url, scenariosWithoutFixture);
  expect(new Set(results.map(({ scenario }) => scenario))).toEqual(new Set(scenariosWithoutFixture));
  expect(results.flatMap(({ complaints }) => complaints)).toEqual([]);
}, 120_000);
