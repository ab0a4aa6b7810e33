import { expect, test } from "bun:test";
import { bundledFiles } from "../../.ci/build/compile.ts";
import { startChild } from "../support/child.ts";
import { installGuiAgent } from "../support/installation.ts";

/** SPDX names of licences whose code may be passed on in a product under the MIT licence. */
const acceptable = new Set(["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"]);

const files = await bundledFiles();
const folders = new Set(
  files
    .filter((file) => file.includes("node_modules/"))
    .map((file) => {
      const [scope = "", name = ""] = file.slice(file.lastIndexOf("node_modules/") + 13).split("/");
      return `node_modules/${scope.startsWith("@") ? `${scope}/${name}` : scope}`;
    }),
);

async function printedLicences(): Promise<string> {
  await using installation = await installGuiAgent();
  const { program, env, workingDirectory } = installation;
  await using child = startChild([program, "--licences"], { env, cwd: workingDirectory });
  expect(await child.exited).toEqual({ code: 0, signal: null, killed: false });
  return child.stdout();
}

const printed = await printedLicences();

test("the packages that the program is made of are seen", () => {
  for (const name of ["zod", "x11", "@modelcontextprotocol/sdk"])
    expect(folders).toContain(`node_modules/${name}`);
});

test.each([...folders])("%s may be passed on, and its licence comes with the program", async (folder) => {
  const { name, version, license, licenses } = await Bun.file(`${folder}/package.json`).json();
  const licence = license ?? licenses[0].type;
  expect(acceptable).toContain(licence);
  expect(printed).toContain(`${name} ${version} (${licence})`);
  const text = Bun.file(`${folder}/LICENSE`);
  if (await text.exists()) expect(printed).toContain((await text.text()).trim());
});

test.each(["node_modules/openai/src/internal/qs/LICENSE.md", "node_modules/partial-json/LICENSE"])(
  "what packages have taken in from others comes with its licence, %s",
  async (file) => {
    expect(printed).toContain((await Bun.file(file).text()).trim());
  },
);

test("the program's own licence and those of its runtime come with it", async () => {
  expect(printed).toContain((await Bun.file("LICENSE").text()).trim());
  for (const words of [`Bun ${Bun.version}`, "JavaScriptCore", "tinycc", "GNU LESSER GENERAL PUBLIC LICENSE"])
    expect(printed).toContain(words);
});
