import { spawnSync } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { BootstrapError, runQuietly, say } from "./output.mjs";

/**
 * What we need from the system: how to see that it is there (any of `commands` on the path, or a
 * probe that succeeds) and what each family of distributions calls it.
 */
export const requirements = {
  xvfb: {
    commands: ["Xvfb"],
    packages: {
      apt: ["xvfb"],
      dnf: ["xorg-x11-server-Xvfb"],
      pacman: ["xorg-server-xvfb"],
      zypper: ["xorg-x11-server-Xvfb"],
    },
  },
  xorg: {
    // A server with several outputs, and the driver that makes them up.
    probe: [
      "/bin/sh",
      "-c",
      "command -v Xorg && find /usr/lib /usr/lib64 -name dummy_drv.so 2>&1 | grep dummy_drv.so",
    ],
    packages: {
      apt: ["xserver-xorg-core", "xserver-xorg-video-dummy"],
      dnf: ["xorg-x11-server-Xorg", "xorg-x11-drv-dummy"],
      pacman: ["xorg-server", "xf86-video-dummy"],
      zypper: ["xorg-x11-server", "xf86-video-dummy"],
    },
  },
  openbox: {
    commands: ["openbox"],
    packages: { apt: ["openbox"], dnf: ["openbox"], pacman: ["openbox"], zypper: ["openbox"] },
  },
  xterm: {
    commands: ["xterm"],
    packages: { apt: ["xterm"], dnf: ["xterm"], pacman: ["xterm"], zypper: ["xterm"] },
  },
  xrandr: {
    commands: ["xrandr"],
    packages: { apt: ["x11-xserver-utils"], dnf: ["xrandr"], pacman: ["xorg-xrandr"], zypper: ["xrandr"] },
  },
  xsetroot: {
    commands: ["xsetroot"],
    packages: {
      apt: ["x11-xserver-utils"],
      dnf: ["xsetroot"],
      pacman: ["xorg-xsetroot"],
      zypper: ["xsetroot"],
    },
  },
  xmodmap: {
    commands: ["xmodmap"],
    packages: {
      apt: ["x11-xserver-utils"],
      dnf: ["xmodmap"],
      pacman: ["xorg-xmodmap"],
      zypper: ["xmodmap"],
    },
  },
  setxkbmap: {
    commands: ["setxkbmap"],
    packages: {
      apt: ["x11-xkb-utils"],
      dnf: ["setxkbmap"],
      pacman: ["xorg-setxkbmap"],
      zypper: ["setxkbmap"],
    },
  },
  xprop: {
    commands: ["xprop"],
    packages: { apt: ["x11-utils"], dnf: ["xprop"], pacman: ["xorg-xprop"], zypper: ["xprop"] },
  },
  xdotool: {
    commands: ["xdotool"],
    packages: { apt: ["xdotool"], dnf: ["xdotool"], pacman: ["xdotool"], zypper: ["xdotool"] },
  },
  chromium: {
    commands: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    packages: { apt: ["chromium"], dnf: ["chromium"], pacman: ["chromium"], zypper: ["chromium"] },
  },
  gtk: {
    // The distribution's own Python: another one on the path would not see the distribution's modules.
    probe: [
      "/usr/bin/python3",
      "-c",
      "import gi; gi.require_version('Gtk', '3.0'); from gi.repository import Gtk",
    ],
    packages: {
      apt: ["python3-gi", "gir1.2-gtk-3.0"],
      dnf: ["python3-gobject", "gtk3"],
      pacman: ["python-gobject", "gtk3"],
      zypper: ["python3-gobject", "typelib-1_0-Gtk-3_0"],
    },
  },
  weston: {
    // With its X server, which it starts as it needs it.
    probe: ["/bin/sh", "-c", "command -v weston && command -v Xwayland"],
    packages: {
      apt: ["weston", "xwayland"],
      dnf: ["weston", "xorg-x11-server-Xwayland"],
      pacman: ["weston", "xorg-xwayland"],
      zypper: ["weston", "xwayland"],
    },
  },
  fcitx: {
    // Input methods, what lets programs of GTK use them, and the message bus for both.
    probe: [
      "/bin/sh",
      "-c",
      "command -v fcitx5 && command -v fcitx5-remote && command -v dbus-daemon && for file in libchewing.so im-fcitx5.so; do find /usr/lib /usr/lib64 -name $file 2>&1 | grep /$file || exit 1; done",
    ],
    packages: {
      apt: ["dbus-daemon", "fcitx5", "fcitx5-chewing", "fcitx5-frontend-gtk3"],
      dnf: ["dbus-daemon", "fcitx5", "fcitx5-chewing", "fcitx5-gtk3"],
      pacman: ["dbus", "fcitx5", "fcitx5-chewing", "fcitx5-gtk"],
      zypper: ["dbus-1-daemon", "fcitx5", "fcitx5-chewing", "fcitx5-gtk3"],
    },
  },
  wine: {
    commands: ["wineserver"],
    packages: { apt: ["wine", "wine64"], dnf: ["wine"], pacman: ["wine"], zypper: ["wine"] },
  },
  qt: {
    probe: ["/usr/bin/python3", "-c", "from PyQt5 import QtWidgets"],
    packages: {
      apt: ["python3-pyqt5"],
      dnf: ["python3-qt5"],
      pacman: ["python-pyqt5"],
      zypper: ["python3-qt5"],
    },
  },
};

/** What the product needs where there is no display. */
export const virtualDisplayRequirements = ["xvfb", "openbox"];

/** What the tests need: their own X server, its settings, and the real programs that they drive. */
export const testRequirements = Object.keys(requirements).filter((name) => name !== "wine");

/** What runs the program for Windows in the tests. */
export const windowsRequirements = ["wine"];

/** What to type on each family; the packages go at the end of the last command. */
const installCommands = {
  apt: ["apt-get update", "apt-get install --no-install-recommends"],
  dnf: ["dnf install"],
  pacman: ["pacman -S --needed"],
  zypper: ["zypper install"],
};

function isOnPath(command) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function isPresent({ commands, probe }) {
  if (commands) return commands.some(isOnPath);
  const [command, ...args] = probe;
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

/** The package manager of this distribution's family, or undefined when we do not know it. */
function distributionFamily() {
  return Object.keys(installCommands).find((family) => isOnPath(installCommands[family][0].split(" ")[0]));
}

/** Whether this is Debian or a descendant, the only family on which we install by ourselves. */
function isDebianLike() {
  try {
    return /^ID(?:_LIKE)?=.*\b(?:debian|ubuntu)\b/m.test(readFileSync("/etc/os-release", "utf8"));
  } catch {
    return false;
  }
}

/** Installs what is missing of the named requirements, or says exactly what to install and how. */
export async function ensureSystemPackages(names) {
  const missing = names.filter((name) => !isPresent(requirements[name]));
  if (missing.length === 0) return;
  if (process.platform !== "linux") {
    throw new BootstrapError(`This needs Linux: ${missing.join(", ")} cannot be installed on this system.`);
  }
  const family = distributionFamily();
  if (family === undefined) {
    throw new BootstrapError(
      `These programs are missing, and this distribution's package manager is not one we know: ${missing.join(", ")}.\nInstall them and run the command again.`,
    );
  }
  // Some families have several of the programs in one package.
  const packages = [...new Set(missing.flatMap((name) => requirements[name].packages[family]))];
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || family !== "apt" || !isDebianLike()) {
    const commands = installCommands[family].map((command) => (isRoot ? command : `sudo ${command}`));
    const command = `${commands.join(" && ")} ${packages.join(" ")}`;
    throw new BootstrapError(
      `These packages are missing: ${packages.join(", ")}.\nInstall them with this command, then run the same command again:\n\n  ${command}`,
    );
  }
  await aptInstall(packages);
}

async function aptInstall(packages) {
  say(`• installing ${packages.join(", ")}`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const options = ["-q", "-y", "-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::Retries=3"];
  const install = () =>
    runQuietly("apt-get", [...options, "install", "--no-install-recommends", ...packages], env);
  const first = await install();
  if (first.code === 0) return;
  // The usual reasons are package lists that are absent (container images) or older than the mirror.
  say("• refreshing the package lists");
  const update = await runQuietly("apt-get", [...options, "update"], env);
  const second = await install();
  if (second.code === 0) return;
  const chromiumHint = packages.includes("chromium")
    ? " Where there is no package of chromium, as on Ubuntu, install Google Chrome and run the command again."
    : "";
  throw new BootstrapError(
    `${update.code === 0 ? "" : update.output}${second.output.trimEnd()}\n\nThe packages could not be installed: ${packages.join(", ")}.${chromiumHint}`,
  );
}
