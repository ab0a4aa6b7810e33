import { openJsonLines } from "#runtime";
import type { Config, OptionTexts } from "./config/options.ts";
import { readConfig } from "./config/read.ts";
import { systemClock } from "./core/clock.ts";
import { toGuiAgentError } from "./core/errors.ts";
import type { Log } from "./core/log.ts";
import { wrap } from "./core/wrap.ts";
import type { Permission } from "./desktop/port.ts";
import { openDesktop } from "./desktop/select.ts";
import { assertProtected } from "./http/guard.ts";
import { assertCanListen } from "./http/listen.ts";
import { createLog } from "./log.ts";
import { modelFindings } from "./model-findings.ts";
import { print } from "./print.ts";

/**
 * Prints what this machine can and cannot do, on stdout.
 * @returns whether nothing that is needed is missing
 */
export async function doctor(flags: OptionTexts): Promise<boolean> {
  const config = await readConfig(flags);
  const log = createLog("error");
  const findings = [
    ...(await desktopFindings(config, log)),
    await portFinding(config),
    ...settingFindings(config, log),
    ...(await modelFindings(config)),
  ];
  await print(`${findings.map((finding) => render(finding, process.stdout.columns)).join("\n")}\n`);
  return findings.every((finding) => finding.state !== "missing");
}

const marks = { granted: "ok     ", missing: "MISSING", unknown: "?      " } as const satisfies Record<
  Permission["state"],
  string
>;

const indent = " ".repeat(31);

/** @param columns of the terminal; undefined for a file, where a finding is one line and its remedy another */
function render({ name, state, detail, remedy }: Permission, columns: number | undefined): string {
  const width = columns === undefined ? Number.POSITIVE_INFINITY : Math.max(columns - indent.length, 40);
  const line = `${marks[state]}  ${name.padEnd(20)}  ${wrap(detail, width, indent)}`;
  return remedy === "" ? line : `${line}\n${indent}→ ${wrap(remedy, width - 2, `${indent}  `)}`;
}

/** Where there is no desktop to ask, because a library or a private display is missing, the rest is found out all the same. */
async function desktopFindings({ virtualDisplay }: Config, log: Log): Promise<readonly Permission[]> {
  try {
    await using desktop = await openDesktop({ virtualDisplay, log, clock: systemClock });
    return await desktop.permissions({ byTrial: true });
  } catch (thrown) {
    return [missing("Desktop", thrown)];
  }
}

async function portFinding(config: Config): Promise<Permission> {
  const name = "HTTP port";
  try {
    await assertCanListen(config);
    return { name, state: "granted", detail: `${config.host}:${config.port} is free.`, remedy: "" };
  } catch (thrown) {
    const { message, remedy = "" } = toGuiAgentError(thrown);
    // Another gui-agent that runs is the likeliest reason, and no fault.
    return { name, state: "unknown", detail: message, remedy };
  }
}

/** What would stop a start, beyond single values: those have been checked by now. */
function settingFindings(config: Config, log: Log): readonly Permission[] {
  const { auditFile } = config;
  return [
    finding("Protection", `Only ${config.host} is bound, or a token is asked for.`, () =>
      assertProtected(config),
    ),
    ...(auditFile === undefined
      ? []
      : [
          finding("Audit file", `${auditFile} can be written.`, () =>
            openJsonLines(auditFile, log)[Symbol.dispose](),
          ),
        ]),
  ];
}

function finding(name: string, detail: string, check: () => void): Permission {
  try {
    check();
    return { name, state: "granted", detail, remedy: "" };
  } catch (thrown) {
    return missing(name, thrown);
  }
}

function missing(name: string, thrown: unknown): Permission {
  const { message, remedy = "" } = toGuiAgentError(thrown);
  return { name, state: "missing", detail: message, remedy };
}
