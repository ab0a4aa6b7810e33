import { describe, expect, test } from "bun:test";
import { readArguments } from "../../src/config/arguments.ts";
import { loadConfig } from "../../src/config/load.ts";
import { environmentVariable, flagName, optionNames, options } from "../../src/config/options.ts";

const nothing = { flags: {}, environment: {} };
const file = (values: Record<string, unknown>) => ({ path: "/etc/config.toml", values });

describe("loadConfig", () => {
  test("flags win over the environment, that over the file, that over the defaults", () => {
    const environment = { GUI_AGENT_PORT: "2" };
    expect(loadConfig(nothing).port).toBe(60_008);
    expect(loadConfig({ ...nothing, file: file({ port: 1 }) }).port).toBe(1);
    expect(loadConfig({ flags: {}, environment, file: file({ port: 1 }) }).port).toBe(2);
    expect(loadConfig({ flags: { port: "3" }, environment, file: file({ port: 1 }) }).port).toBe(3);
  });

  test("an empty variable is none", () => {
    expect(
      loadConfig({ flags: {}, environment: { GUI_AGENT_PORT: "", GUI_AGENT_API_KEY: "" } }),
    ).toMatchObject({
      port: 60_008,
      apiKey: undefined,
    });
  });

  test.each([
    ["GUI_AGENT_PORT", "80000", "a whole number from 0 to 65535"],
    ["GUI_AGENT_PORT", "1e3", "a whole number"],
    ["GUI_AGENT_JPEG_QUALITY", "0", "from 1 to 100"],
    ["GUI_AGENT_TRANSPORT", "sse", "http or stdio"],
    ["GUI_AGENT_CALLER_MODEL", "wobble", "qwen3-vl"],
    ["GUI_AGENT_COORDINATE_MODE", "pixels", "image-absolute"],
    ["GUI_AGENT_BASE_URL", "ftp://x", "http or https"],
    ["GUI_AGENT_API_PROTOCOL", "soap", "anthropic, openai, openai-responses, gemini"],
    ["GUI_AGENT_VIRTUAL_DISPLAY", "big", "WIDTHxHEIGHT"],
    ["GUI_AGENT_VIRTUAL_DISPLAY", "99999x10", "WIDTHxHEIGHT"],
  ])("%s=%s names the variable, the value and what is allowed", (name, value, allowed) => {
    const load = () => loadConfig({ flags: {}, environment: { [name]: value } });
    expect(load).toThrow(name);
    expect(load).toThrow(JSON.stringify(value));
    expect(load).toThrow(allowed);
  });

  test("a secret's value is not repeated, and a secret in the file is refused", () => {
    const load = () => loadConfig({ flags: {}, environment: { GUI_AGENT_AUTH_TOKEN: "tooshort" } });
    expect(load).toThrow("GUI_AGENT_AUTH_TOKEN");
    expect(load).not.toThrow("tooshort");
    const environment = { GUI_AGENT_API_KEY: "two words" };
    expect(() => loadConfig({ flags: {}, environment })).toThrow("GUI_AGENT_API_KEY is not acceptable");
    expect(() => loadConfig({ ...nothing, file: file({ api_key: "k" }) })).toThrow("is a secret");
  });

  test.each([
    ["GUI_AGENT_GROUNDING_BASE_URL", "http://user:secret@host/v1"],
    ["GUI_AGENT_BASE_URL", "user:secret@host/v1"],
    ["GUI_AGENT_BASE_URL", "https://host/v1?key=secret"],
    ["GUI_AGENT_BASE_URL", "https://host/v1#secret"],
  ])("%s=%s is refused without the secret in it", (name, value) => {
    const load = () => loadConfig({ flags: {}, environment: { [name]: value } });
    expect(load).toThrow(
      `${name} is not acceptable. Allowed: an http or https URL, without a password, ? or #`,
    );
    expect(load).not.toThrow("secret");
  });

  test("an unknown key of the file is refused", () => {
    expect(() => loadConfig({ ...nothing, file: file({ prot: 1 }) })).toThrow("prot");
  });

  test("lists come as TOML arrays or as text", () => {
    const expected = ["ctrl+w", "alt+x"];
    expect(loadConfig({ ...nothing, file: file({ refuse_hotkeys: expected }) }).refuseHotkeys).toEqual(
      expected,
    );
    expect(loadConfig({ ...nothing, flags: { refuseHotkeys: "ctrl+w, alt+x," } }).refuseHotkeys).toEqual(
      expected,
    );
  });

  test.each(["auto", "claude", "us.anthropic.claude-sonnet-4-20250514-v1:0", "Qwen/Qwen2.5-VL-72B-Instruct"])(
    "the caller's model may be %s",
    (callerModel) => expect(loadConfig({ ...nothing, flags: { callerModel } }).callerModel).toBe(callerModel),
  );

  test("a key that came with a line break is taken without it", () => {
    expect(loadConfig({ ...nothing, environment: { GUI_AGENT_API_KEY: "key\n" } }).apiKey).toBe("key");
  });

  test("every default is a value that its option allows", () => {
    for (const name of optionNames) {
      const { schema, default: value } = options[name];
      expect({ name, ok: schema.safeParse(value).success }).toEqual({ name, ok: true });
    }
  });
});

describe("readArguments", () => {
  test("reads both spellings of a flag's value", () => {
    expect(readArguments(["--port", "1", "--log-level=debug"]).flags).toEqual({
      port: "1",
      logLevel: "debug",
    });
  });

  test("a flag that may stand alone does not swallow the next one", () => {
    expect(readArguments(["--virtual-display", "--port", "1"]).flags).toEqual({
      virtualDisplay: "1920x1080",
      port: "1",
    });
    expect(readArguments(["--virtual-display"]).flags).toEqual({ virtualDisplay: "1920x1080" });
    expect(readArguments(["--virtual-display", "doctor"])).toMatchObject({
      command: "doctor",
      flags: { virtualDisplay: "1920x1080" },
    });
    expect(readArguments(["run", "--virtual-display", "Open 3 files"])).toMatchObject({
      task: "Open 3 files",
      flags: { virtualDisplay: "1920x1080" },
    });
    expect(readArguments(["--virtual-display", "800x600"]).flags).toEqual({ virtualDisplay: "800x600" });
  });

  test("a command stands before or behind the flags, and may be left out", () => {
    const expected = { command: "doctor", page: undefined, flags: { port: "1" }, task: "" } as const;
    expect(readArguments(["doctor", "--port", "1"])).toEqual(expected);
    expect(readArguments(["--port", "1", "doctor"])).toEqual(expected);
    expect(readArguments([]).command).toBe("serve");
  });

  test("help is a command too", () => expect(readArguments(["help"]).page).toBe("help"));

  test.each([
    ["--help", "help"],
    ["-h", "help"],
    ["-v", "version"],
    ["--licences", "licences"],
    ["--licenses", "licences"],
  ] as const)("%s asks for a page, whatever else there is", (flag, page) => {
    expect(readArguments(["doctor", "--nonsense", flag]).page).toBe(page);
  });

  test.each([
    [["--prot", "1"], "--prot"],
    [["doctor", "who"], '"who" is not'],
    [["--port"], "--port needs a value"],
    [["--host", "--port", "1"], "--host needs a value"],
    [["--no-port"], "There is no flag --no-port."],
    [["--no-such-option"], "There is no flag --no-such-option."],
    [["--port", "1", "--no-such=option"], "There is no flag --no-such."],
    [["-x"], "There is no flag -x."],
    [["--api-key", "k"], "--api-key"],
  ])("%j is refused", (given, message) => expect(() => readArguments(given)).toThrow(message));
});

test("names derive from one another", () => {
  expect([flagName("jpegQuality"), environmentVariable("jpegQuality")]).toEqual([
    "jpeg-quality",
    "GUI_AGENT_JPEG_QUALITY",
  ]);
});
