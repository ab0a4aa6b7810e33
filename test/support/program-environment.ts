export const systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/**
 * The whole environment of a program under test: nothing of the machine's or the developer's own
 * settings gets in, and whatever it writes stays in `home`.
 */
export function programEnvironment(home: string, display?: string): Record<string, string> {
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
