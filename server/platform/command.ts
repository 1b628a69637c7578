import type { Config } from './config.ts';
import type { Services } from './services.ts';

export interface Shell {
  /** Returns the site's settings. Throws ConfigError. */
  config: () => Config;
  /** Opens the site's database, whether the site is running or not. It is closed when the command ends. */
  open: () => Promise<Services>;
  /** Prints a result line on stdout, where nothing else is printed. */
  print: (line: string) => void;
  /** Prints a remark on stderr. */
  note: (line: string) => void;
  /** Prompts the person at the terminal; absent without one. */
  ask?: ((question: string) => Promise<string>) | undefined;
}

/** The arguments after the command's name. */
export interface Given {
  words: string[];
  /** Values by option name without dashes; `true` for an option without a value. */
  options: Record<string, string | boolean | undefined>;
}

export interface Command {
  /**
   * Its forms, each with one sentence: `judges create N`. Words in capitals stand for values, `…` marks what can be
   * repeated, brackets what is optional. Anything else is refused before the command runs.
   */
  usage: Record<string, string>;
  /** Runs it and returns the exit code (default 0). Throws UsageError, and other errors with a sentence for people. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most commands return nothing, and a function that does so says void.
  run: (given: Given, shell: Shell) => Promise<number | void>;
}

/** The command was called with wrong arguments; the message says which. */
export class UsageError extends Error {}
