import type { Config } from './config.ts';
import type { Services } from './services.ts';

/** What a command works with. */
export interface Shell {
  /** The settings of the site. Throws sentences about what is wrong with them. */
  config: () => Config;
  /** Opens the site's database, whether the site runs or not. Closed again when the command ends. */
  open: () => Promise<Services>;
  /** Prints a line of the answer. Nothing else goes to stdout. */
  print: (line: string) => void;
  /** Prints a line for the person at the terminal, on stderr. */
  note: (line: string) => void;
}

/** A command of the command line. */
export interface Command {
  /** How it is typed, each form with its arguments. */
  usage: string[];
  /** Does it and returns the exit code (nothing: 0). Throws UsageError, and other errors as sentences for people. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most commands return nothing, and a function that does so says void.
  run: (args: string[], shell: Shell) => Promise<number | void>;
}

/** The command was typed in a way that it does not have. */
export class UsageError extends Error {}
