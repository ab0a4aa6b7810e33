import { connect } from "node:net";

/** Whether an X server answers at DISPLAY. */
export function hasUsableDisplay(display = process.env.DISPLAY ?? "") {
  const parsed = /^(?:unix)?(?<host>[^:/]*):(?<number>\d+)(?:\.\d+)?$/.exec(display);
  // Other forms, such as the socket paths of XQuartz, are left to the program itself.
  if (!parsed) return Promise.resolve(display !== "");
  const { host, number } = parsed.groups;
  const target = host ? { host, port: 6000 + Number(number) } : { path: `/tmp/.X11-unix/X${Number(number)}` };
  return new Promise((resolve) => {
    const socket = connect(target);
    const finish = (usable) => {
      socket.destroy();
      resolve(usable);
    };
    socket.setTimeout(2_000, () => finish(false));
    socket.on("connect", () => finish(true));
    socket.on("error", () => finish(false));
  });
}
