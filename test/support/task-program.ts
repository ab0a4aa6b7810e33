/** The product, but for the agent loop: its tasks are scripts. */
import { readArguments } from "../../src/config/arguments.ts";
import { run } from "../../src/run.ts";
import { serve } from "../../src/serve.ts";
import { runScript } from "./scripted-task.ts";

const { command, flags, task } = readArguments(process.argv.slice(2));
const given = { flags, version: "0.0.0", runTask: runScript };
if (command === "run") process.exitCode = await run({ ...given, task });
else await serve(given);
