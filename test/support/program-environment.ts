export const systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/**
 * The whole environment of a program under test: nothing of the machine's or the developer's own
 * settings gets in, and whatever it writes stays in `home`.
 */
export function programEnvironment(home: string, display?: string): Record<string, string> {
  if (process.platform === "win32") return windowsEnvironment(home);
  return {
    PATH: systemPath,
    HOME: home,
    TMPDIR: home,
    XDG_CONFIG_HOME: `${home}/config`,
    XDG_CACHE_HOME: `${home}/cache`,
    XDG_DATA_HOME: `${home}/data`,
    LANG: "C.UTF-8",
    ...(display === undefined ? {} : { DISPLAY: display }),
  };
}

/** Windows' own folders, without which hardly a program starts, and the user's. */
function windowsEnvironment(home: string): Record<string, string> {
  const { SystemRoot = "C:\\Windows" } = process.env;
  return {
    SystemRoot,
    PATH: `${SystemRoot}\\System32;${SystemRoot}`,
    USERPROFILE: home,
    APPDATA: `${home}\\config`,
    LOCALAPPDATA: `${home}\\cache`,
    TEMP: home,
    TMP: home,
  };
}
