import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { compile } from "../../.ci/build/compile.ts";
import { runProgram } from "../support/child.ts";
import { startModelServer, type WireFormatName } from "../support/model-servers/model-server.ts";
import type { ModelRequest } from "../support/model-servers/wire-format.ts";
import { programEnvironment } from "../support/program-environment.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { testKey } from "../support/vision-model.ts";

// Built like the product, because the libraries are other ones then: parts of them are left out.
const folder = await temporaryFolder();
afterAll(() => folder[Symbol.asyncDispose]());
const program = join(folder.path, "model-program");
await compile([join(import.meta.dir, "..", "support", "model-program.ts")], program);

/** In every value, so that a leak of any of them is found. */
const mark = "foreign";

/** What a developer's environment may hold: keys and accounts of everybody, and switches of their libraries. */
const hostile: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      "ANTHROPIC_API_KEY",
      "ANTHROPIC_AUTH_TOKEN",
      "ANTHROPIC_OAUTH_TOKEN",
      "ANTHROPIC_CUSTOM_HEADERS",
      "OPENAI_API_KEY",
      "OPENAI_ORG_ID",
      "OPENAI_ORGANIZATION",
      "OPENAI_PROJECT_ID",
      "OPENAI_WEBHOOK_SECRET",
      "AZURE_OPENAI_API_KEY",
      "GEMINI_API_KEY",
      "GOOGLE_API_KEY",
      "GOOGLE_CLOUD_API_KEY",
      "GOOGLE_CLOUD_PROJECT",
      "GOOGLE_CLOUD_LOCATION",
      "DASHSCOPE_API_KEY",
      "OPENROUTER_API_KEY",
      "GROQ_API_KEY",
      "MISTRAL_API_KEY",
      "XAI_API_KEY",
      "AI_GATEWAY_API_KEY",
      "GITHUB_TOKEN",
      "GH_TOKEN",
      "COPILOT_GITHUB_TOKEN",
      "HF_TOKEN",
      "AWS_PROFILE",
      "AWS_ACCESS_KEY_ID",
      "AWS_SECRET_ACCESS_KEY",
      "AWS_BEARER_TOKEN_BEDROCK",
    ].map((name) => [name, `${mark}-${name}`]),
  ),
  // Nothing listens there: whoever goes there gets no answer.
  ANTHROPIC_BASE_URL: `http://127.0.0.1:9/${mark}`,
  OPENAI_BASE_URL: `http://127.0.0.1:9/${mark}`,
  GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:9/${mark}`,
  GOOGLE_VERTEX_BASE_URL: `http://127.0.0.1:9/${mark}`,
  GOOGLE_GENAI_USE_VERTEXAI: "true",
  GOOGLE_GENAI_USE_ENTERPRISE: "true",
  ANTHROPIC_LOG: "debug",
  OPENAI_LOG: "debug",
  PI_CACHE_RETENTION: "long",
};

const keyHeaders = {
  anthropic: { "x-api-key": testKey },
  openai: { authorization: `Bearer ${testKey}` },
  "openai-responses": { authorization: `Bearer ${testKey}` },
  gemini: { "x-goog-api-key": testKey },
} as const satisfies Record<WireFormatName, Readonly<Record<string, string>>>;
const protocols = ["anthropic", "openai", "openai-responses", "gemini"] as const;

/** What the runtime itself adds to a request. */
const transportHeaders = ["accept-encoding", "connection", "content-length", "host", "user-agent"];
const plainHeaders = ["accept", "anthropic-version", "content-type"];

async function ask(settings: Readonly<Record<string, string>>): Promise<string> {
  await using home = await temporaryFolder();
  return await runProgram([program], {
    ...programEnvironment(home.path),
    ...hostile,
    ...settings,
  });
}

function expectNothingForeign(requests: readonly ModelRequest[]): void {
  expect(JSON.stringify(requests)).not.toContain(mark);
  const names = requests.flatMap(({ headers }) => Object.keys(headers));
  const known = [...transportHeaders, ...plainHeaders, "x-api-key", "authorization", "x-goog-api-key"];
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
}

describe.each(protocols)("a custom endpoint that speaks %s", (protocol) => {
  test("is sent the key that was set for it, and nothing else of the environment", async () => {
    await using server = await startModelServer(protocol, () => ({ text: "word" }));
    const said = await ask({
      GUI_AGENT_BASE_URL: server.baseUrl,
      GUI_AGENT_API_PROTOCOL: protocol,
      GUI_AGENT_API_KEY: testKey,
    });
    // Stdout may belong to MCP, so the libraries must not print to it either.
    expect(said).toBe("word\nword\n");
    expect(server.requests).toHaveLength(2);
    for (const { headers } of server.requests) expect(headers).toMatchObject(keyHeaders[protocol]);
    expectNothingForeign(server.requests);
  });

  test("is sent no key at all when none was set for it", async () => {
    await using server = await startModelServer(protocol, () => ({ text: "word" }));
    const said = await ask({ GUI_AGENT_BASE_URL: server.baseUrl, GUI_AGENT_API_PROTOCOL: protocol });
    expect(said).toBe("word\nword\n");
    for (const { headers } of server.requests) {
      expect(Object.keys(headers).filter((name) => /key|auth|token/.test(name))).toEqual([]);
    }
    expectNothingForeign(server.requests);
  });

  test("may repeat the key in an error, but it is not shown", async () => {
    await using server = await startModelServer(protocol, () => ({
      status: 401,
      message: `Incorrect API key provided: ${testKey}.`,
    }));
    const said = await ask({
      GUI_AGENT_BASE_URL: server.baseUrl,
      GUI_AGENT_API_PROTOCOL: protocol,
      GUI_AGENT_API_KEY: testKey,
    });
    expect(said).toContain("Incorrect API key provided: [key].");
    expect(said).toContain("GUI_AGENT_API_KEY");
    expect(said).not.toContain(testKey);
  });
});

test("keys of a form for which the library would pose as another program are sent like any other", async () => {
  await using server = await startModelServer("anthropic", () => ({ text: "word" }));
  const key = "sk-ant-oat01-for-tests";
  await ask({ GUI_AGENT_BASE_URL: server.baseUrl, GUI_AGENT_API_KEY: key });
  expect(server.requests[0]?.headers).toMatchObject({ "x-api-key": key });
  expect(server.requests[0]?.system).toBe("You answer.");
  expectNothingForeign(server.requests);
});

test("a grounding model elsewhere gets its own key, and the vision model's stays with the vision model", async () => {
  await using vision = await startModelServer("anthropic", () => ({ text: "vision" }));
  await using grounding = await startModelServer("openai", () => ({ text: "grounding" }));
  const said = await ask({
    GUI_AGENT_BASE_URL: vision.baseUrl,
    GUI_AGENT_API_KEY: testKey,
    GUI_AGENT_GROUNDING_PROVIDER: "openai",
    GUI_AGENT_GROUNDING_MODEL: "ui-tars-1.5-7b",
    GUI_AGENT_GROUNDING_BASE_URL: grounding.baseUrl,
    GUI_AGENT_GROUNDING_API_KEY: "grounding-key",
  });
  expect(said).toBe("vision\nvision\ngrounding\n");
  expect(JSON.stringify(vision.requests)).not.toContain("grounding-key");
  expect(grounding.requests[0]?.headers).toMatchObject({ authorization: "Bearer grounding-key" });
  expect(JSON.stringify(grounding.requests)).not.toContain(testKey);
  expectNothingForeign([...vision.requests, ...grounding.requests]);
});
