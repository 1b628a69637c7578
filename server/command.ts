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
}

/** A command of the command line. */
export interface Command {
  /** How it is typed, one line per form, with arguments. */
  usage: string[];
  /** Runs it and returns the exit code (nothing: 0). Throws UsageError, and other errors with a sentence for people. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most commands return nothing, and a function that does so says void.
  run: (args: string[], shell: Shell) => Promise<number | void>;
}

/** The command was typed with the wrong arguments. */
export class UsageError extends Error {}
