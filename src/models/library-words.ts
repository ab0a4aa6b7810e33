import { AsyncLocalStorage } from "node:async_hooks";

/** What takes the place of the console while a library runs. */
const current = new AsyncLocalStorage<(words: string) => void>();
let isWatching = false;

/**
 * Runs a call of a library; what it prints, it tells `note` instead. Libraries print advice for
 * programmers with every request, such as that a model is deprecated, and stdout may belong to MCP.
 */
export function withoutPrinting<Result>(note: (words: string) => void, call: () => Result): Result {
  watchConsole();
  return current.run(note, call);
}

/** The libraries have no option for it. What anything else prints passes untouched. */
function watchConsole(): void {
  if (isWatching) return;
  isWatching = true;
  const { console } = globalThis;
  const { debug, error, info, log, warn } = console;
  const watched = Object.entries({ debug, error, info, log, warn }).map(
    ([name, printPlainly]) =>
      [
        name,
        (...words: readonly unknown[]) => {
          const note = current.getStore();
          if (note === undefined) printPlainly(...words);
          else note(words.map(String).join(" "));
        },
      ] as const,
  );
  Object.assign(console, Object.fromEntries(watched));
}
