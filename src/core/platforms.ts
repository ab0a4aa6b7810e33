/**
 * How far a system's file has been tried by its makers: on the system itself, on something that takes
 * its place (an emulator, Wine), or not at all.
 */
type Proof = "on_the_system" | "in_its_place" | "not_run";

export interface Platform {
  readonly system: string;
  /** The archive that its users download; none where the system is known, but not driven. */
  readonly download: string | null;
  readonly proof: Proof;
  /** What was run where, in words. */
  readonly tried: string;
}

/** The systems that there is a file for, and what of it has been run where. The README says it in more words. */
export const platforms: readonly Platform[] = [
  {
    system: "Linux with X11, x64",
    download: "gui-agent-linux-x64.tar.gz",
    proof: "on_the_system",
    tried: "Every test, on Xvfb and Xorg, with openbox, xterm, GTK 3, Qt 5 and Chromium.",
  },
  {
    system: "Linux with X11, ARM",
    download: "gui-agent-linux-arm64.tar.gz",
    proof: "in_its_place",
    tried: "Some of the tests, in QEMU on x64. It is the same program, with nothing native in it.",
  },
  {
    system: "Windows 10 or newer, x64",
    download: "gui-agent-windows-x64.zip",
    proof: "in_its_place",
    tried: "Tests with real programs, under Wine 8 on Linux. It has not run on Windows itself.",
  },
  {
    system: "macOS 13 or newer, Apple silicon",
    download: "gui-agent-darwin-arm64.tar.gz",
    proof: "not_run",
    tried: "Nothing: it has not run on a Mac. Its calls of the system are written by Apple's documentation.",
  },
  {
    system: "macOS 13 or newer, Intel",
    download: "gui-agent-darwin-x64.tar.gz",
    proof: "not_run",
    tried: "Nothing: it has not run on a Mac. Its calls of the system are written by Apple's documentation.",
  },
  {
    system: "Linux with Wayland",
    download: null,
    proof: "not_run",
    tried: "It is detected and refused, with the reason; an X11 session or a virtual display works.",
  },
];
