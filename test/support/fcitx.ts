import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runProgram, startChild } from "./child.ts";
import { programEnvironment } from "./program-environment.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { waitFor } from "./wait-for.ts";
import type { XServer } from "./x-server.ts";

/** The one for Zhuyin, which makes "hello" into ㄘㄍㄠㄠㄟ. */
export const zhuyin = "chewing";

/** Fcitx 5 on an X server, with a message bus of its own. */
export interface Fcitx extends AsyncDisposable {
  /** What a program finds in its environment that is to use it, or to ask for it. */
  readonly env: Readonly<Record<string, string>>;
  /** The name of what is in force for the window that has the keyboard, or had it last; empty for none yet. */
  current(): Promise<string>;
  /** Chooses what is in force, as the user would. */
  choose(name: string): Promise<void>;
}

/** What it works without: windows and messages of its own, and the compositors of other sessions. */
const leftOut =
  "classicui,clipboard,cloudpinyin,imselector,kimpanel,notificationitem,quickphrase,spell,unicode,wayland,waylandim";

/** @param inputMethods those that the user has, by Fcitx' names. The first is in force unless another is chosen. */
export async function startFcitx(server: XServer, inputMethods: readonly string[]): Promise<Fcitx> {
  await using resources = new AsyncDisposableStack();
  const { path } = resources.use(await temporaryFolder());
  const own = { ...programEnvironment(path, server.display), XDG_CONFIG_HOME: path, XDG_RUNTIME_DIR: path };
  const busSettings = join(path, "bus.conf");
  await writeFile(busSettings, busConfiguration(path));
  const bus = resources.use(
    startChild(["dbus-daemon", `--config-file=${busSettings}`, "--nofork", "--print-address=1"], {
      env: own,
    }),
  );
  const printed = () => /^unix:\S+/m.exec(bus.stdout())?.[0];
  const address = await Promise.race([waitFor("the message bus", printed), bus.untilItDies()]);
  const env = { ...own, DBUS_SESSION_BUS_ADDRESS: address };

  const settings = join(path, "fcitx5");
  await mkdir(settings);
  await writeFile(join(settings, "profile"), profile(inputMethods));
  const fcitx = resources.use(startChild(["fcitx5", `--disable=${leftOut}`], { env }));
  const isThere = async () => (await server.run(["xprop", "-root", "XIM_SERVERS"])).includes("@server=fcitx");
  await Promise.race([waitFor("Fcitx", isThere), fcitx.untilItDies()]);
  const current = async () => (await runProgram(["fcitx5-remote", "-n"], env)).trim();
  const owned = resources.move();
  return {
    env: { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: path, GTK_IM_MODULE: "fcitx" },
    current,
    choose: (name) =>
      waitFor(`the input method ${name}`, async () => {
        await runProgram(["fcitx5-remote", "-s", name], env);
        return (await current()) === name;
      }).then(() => undefined),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Nothing is started by the bus: there are no folders with services. */
function busConfiguration(folder: string): string {
  return `<busconfig>
  <type>session</type>
  <listen>unix:dir=${folder}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;
}

function profile(inputMethods: readonly string[]): string {
  const items = inputMethods.map((name, index) => `[Groups/0/Items/${index}]\nName=${name}\nLayout=\n`);
  return `[Groups/0]
Name=Default
Default Layout=us
DefaultIM=${zhuyin}

${items.join("\n")}
[GroupOrder]
0=Default
`;
}
