// Runs on plain Node 20 with nothing installed: the two commands of a fresh machine.
import { BootstrapError, say } from "./output.mjs";
import { start } from "./start.mjs";
import { test } from "./test.mjs";

const commands = { start, test };
const [name, ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name ?? "") ? commands[name] : undefined;

try {
  if (command === undefined) {
    throw new BootstrapError(`Usage: node .ci/bootstrap.mjs ${Object.keys(commands).join("|")} [arguments]`);
  }
  await command(args);
} catch (error) {
  say(error instanceof BootstrapError ? error.message : String(error?.stack ?? error));
  process.exitCode = 1;
}
