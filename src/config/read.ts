import { configFile, environment, readToml } from "#runtime";
import { loadConfig } from "./load.ts";
import type { Config, OptionTexts } from "./options.ts";

/** The settings in force for this process. Throws `invalid_input` for a bad one. */
export async function readConfig(flags: OptionTexts): Promise<Config> {
  const path = configFile();
  const values = await readToml(path);
  return loadConfig({ flags, environment, file: values === undefined ? undefined : { path, values } });
}
