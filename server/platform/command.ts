import type { Config } from './config.ts';
import type { Services } from './services.ts';

/** What a command may use. */
export interface Shell {
  /** Returns the site's settings. Throws ConfigError. */
  config: () => Config;
  /** Opens the site's database, whether the site runs or not. Closed again when the command ends. */
  open: () => Promise<Services>;
  /** Prints a line of the result on stdout. Nothing else is printed there. */
  print: (line: string) => void;
  /** Prints a remark on stderr. */
  note: (line: string) => void;
  /** Asks the person at the terminal; absent where nobody is. */
  ask?: ((question: string) => Promise<string>) | undefined;
}

/** What was typed after the command's name. */
export interface Given {
  words: string[];
  /** Values by the option's name without dashes; `true` for an option that takes none. */
  options: Record<string, string | boolean | undefined>;
}

export interface Command {
  /**
   * Its forms, each with one sentence: `judges create N`. Capital words stand for values, `…` follows what may be
   * repeated, brackets enclose what may be left out. What no form allows is refused before the command runs.
   */
  usage: Record<string, string>;
  /** Runs it and returns the exit code (nothing: 0). Throws UsageError, and other errors with a sentence for people. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most commands return nothing, and a function that does so says void.
  run: (given: Given, shell: Shell) => Promise<number | void>;
}

/** The command was typed with the wrong arguments; the message says which. */
export class UsageError extends Error {}
