import { configFile, environment, readToml, withholdFromPrograms } from "#runtime";
import { loadConfig } from "./load.ts";
import { type Config, type OptionTexts, secretVariables } from "./options.ts";

/**
 * The settings in force for this process. Programs that it starts do not get the secret ones: those on a
 * private display can be made to show what they know, and a screenshot of it goes to a model.
 * Throws `invalid_input` for a bad one.
 */
export async function readConfig(flags: OptionTexts): Promise<Config> {
  withholdFromPrograms(secretVariables());
  const path = configFile();
  const values = await readToml(path);
  return loadConfig({ flags, environment, file: values === undefined ? undefined : { path, values } });
}
