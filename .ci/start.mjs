import { hasUsableDisplay } from "./display.mjs";
import { supervise } from "./supervise.mjs";
import { ensureSystemPackages, virtualDisplayRequirements } from "./system-packages.mjs";
import { binary, ensureBinary, ensureDependencies } from "./toolchain.mjs";

/** `npm start [-- arguments]`: makes the binary runnable here, then becomes it as far as Node can. */
export async function start(args) {
  const programArguments = await withDefaults(args);
  if (programArguments.some((argument) => /^--virtual-display(=|$)/.test(argument))) {
    await ensureSystemPackages(virtualDisplayRequirements);
  }
  await ensureDependencies();
  await ensureBinary();
  await become(binary, programArguments);
}

/** Adds the port and, on a machine without a display, a virtual one; what the user wrote wins. */
async function withDefaults(args) {
  const serves =
    args.every((argument) => !/^(?:--help|-h|--version|-v)$/.test(argument)) &&
    (args[0] === undefined || args[0].startsWith("-") || args[0] === "serve");
  if (!serves) return args;
  const given = (flag) => args.some((argument) => argument === flag || argument.startsWith(`${flag}=`));
  const portIsChosen = given("--port") || process.env.GUI_AGENT_PORT !== undefined;
  const needsDisplay =
    process.platform === "linux" && !given("--virtual-display") && !(await hasUsableDisplay());
  return [
    ...args,
    ...(portIsChosen ? [] : ["--port", "60008"]),
    ...(needsDisplay ? ["--virtual-display"] : []),
  ];
}

/** Runs a program in our place: same streams, same signals, same end. */
async function become(program, args) {
  const { code, signal } = await supervise(program, args, "inherit");
  if (signal === null) process.exitCode = code;
  else process.kill(process.pid, signal);
}
