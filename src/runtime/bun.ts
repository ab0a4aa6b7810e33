/** What the product needs of its runtime, as Bun provides it. Imported as `#runtime`. */
export { bunCodec as imageCodec } from "./bun-codec.ts";
export { decodePicture } from "./bun-decode.ts";
export { configFile, environment, readToml } from "./config-file.ts";
export { fileWriter, openJsonLines } from "./files.ts";
export { imageFinder } from "./image-finder.ts";
export { ownCommand } from "./own-program.ts";
export {
  childEnvironment,
  findProgram,
  removeEnvironmentVariables,
  setEnvironmentVariable,
  withholdFromPrograms,
} from "./process-environment.ts";
