import { type Given, UsageError } from '../server/platform/command.ts';
import { asksForHelp, formatUsage, parseTyped } from '../server/platform/command-usage.ts';

/**
 * Returns what was typed after `npm run NAME --`. With `--help`, prints the help and exits with 0; exits with 2 when what was
 * typed fits no form of the usage.
 */
export function readCommandLine(usage: Record<string, string>): Given {
  const typed = process.argv.slice(2);
  const help = formatUsage(usage, [], (line) => `npm run ${line.replace(' ', ' -- ')}`);
  if (asksForHelp(typed)) {
    process.stdout.write(`${help}\n`);
    process.exit(0);
  }
  try {
    return parseTyped(usage, [Object.keys(usage)[0]?.split(' ')[0] ?? '', ...typed]);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n${help}`);
    process.exit(2);
  }
}
