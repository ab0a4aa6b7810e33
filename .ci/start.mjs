import { hasUsableDisplay } from "./display.mjs";
import { supervise } from "./supervise.mjs";
import { ensureSystemPackages, virtualDisplayRequirements } from "./system-packages.mjs";
import { binary, ensureBinary, ensureDependencies } from "./toolchain.mjs";

/** `npm start [-- arguments]`: makes the binary runnable here, then becomes it as far as Node can. */
export async function start(args) {
  const missesDisplay = wantsDisplay(args) && !(await hasUsableDisplay());
  if (missesDisplay) await ensureSystemPackages(virtualDisplayRequirements);
  await ensureDependencies();
  await ensureBinary();
  await become(binary, missesDisplay ? withVirtualDisplay(args) : args);
}

/** Whether the arguments mean something that wants a display; on Linux we can give it one. */
function wantsDisplay(args) {
  const informs = /^(?:--help|-h|--version|-v|--licen[cs]es)$/;
  return process.platform === "linux" && !args.some((argument) => informs.test(argument));
}

/** Asks for a virtual display, unless the user has already, in whatever size. */
function withVirtualDisplay(args) {
  const isAsked =
    args.some((argument) => /^--virtual-display(?:=|$)/.test(argument)) ||
    (process.env.GUI_AGENT_VIRTUAL_DISPLAY ?? "") !== "";
  return isAsked ? args : [...args, "--virtual-display"];
}

/** Runs a program in our place: same streams, same signals, same end. */
async function become(program, args) {
  const { code, signal } = await supervise(program, args, "inherit");
  if (signal === null) process.exitCode = code;
  else process.kill(process.pid, signal);
}
