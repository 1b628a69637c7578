import { createInterface } from 'node:readline/promises';
import { pathToFileURL } from 'node:url';
import { searchEvalCommand } from './apply/search/search.commands.ts';
import { eventCommand } from './event/settings/event.commands.ts';
import { openServices } from './event/settings/open-event.ts';
import { passesCommand } from './event-day/check-in/pass.commands.ts';
import { judgesCommand, judgingEvalCommand, reviewPasswordCommand } from './judging/judging.commands.ts';
import { backupCommand, restoreCommand } from './operations/backup/backup.commands.ts';
import { newEventCommand } from './operations/backup/new-event.commands.ts';
import { archiveCommand } from './operations/backup/static-site.commands.ts';
import { doctorCommand } from './operations/doctor/doctor.commands.ts';
import { filesCommand } from './operations/files.commands.ts';
import { seedCommand } from './operations/seed/seed.commands.ts';
import { settingsCommand } from './operations/settings.commands.ts';
import { signInCommand } from './people/auth/auth.commands.ts';
import { adminCommand, volunteerCommand } from './people/users/users.commands.ts';
import { type Command, type Shell, UsageError } from './platform/command.ts';
import { asksForHelp, formatUsage, getName, runTyped } from './platform/command-usage.ts';
import { loadConfig, loadEnvironment } from './platform/config.ts';
import { openRunningSite, type Site } from './platform/db/lease.ts';
import { mailCommand } from './platform/mail/mail.commands.ts';
import { importProjectsCommand } from './projects/projects.commands.ts';

const commands: Command[] = [
  adminCommand,
  volunteerCommand,
  signInCommand,
  judgesCommand,
  reviewPasswordCommand,
  judgingEvalCommand,
  eventCommand,
  doctorCommand,
  mailCommand,
  passesCommand,
  backupCommand,
  restoreCommand,
  importProjectsCommand,
  archiveCommand,
  newEventCommand,
  settingsCommand,
  filesCommand,
  seedCommand,
  searchEvalCommand,
];

function formatCommands(list: Command[], typed: string[] = []): string {
  return list.map(({ usage }) => formatUsage(usage, typed, (line) => `npm run cli -- ${line}`)).join('\n');
}

/** Runs one command, which prints its results and its notes line by line, and returns the exit code; 2 when it was typed wrongly. */
export async function runCommand(
  typed: string[],
  { print, note, ask }: Pick<Shell, 'print' | 'note' | 'ask'>,
): Promise<number> {
  const [name, ...args] = typed;
  const command = commands.find((one) => getName(one) === name);
  if (asksForHelp(typed)) {
    print(command ? formatCommands([command], typed) : formatCommands(commands));
    return 0;
  }
  if (!command) {
    note(`${name ? `There is no command "${name}".` : 'Which command?'}\n${formatCommands(commands)}`);
    return 2;
  }
  let site: Site | undefined;
  const settings = () => loadConfig(loadEnvironment());
  const open = async () => {
    const config = settings();
    site = await openRunningSite(config, { log: note });
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    return openServices({ db: site.db, config, log });
  };
  try {
    return await runTyped(command, args, { config: settings, open, note, print, ask });
  } catch (error) {
    note((error as Error).message);
    if (!(error instanceof UsageError)) return 1;
    note(formatCommands([command], typed));
    return 2;
  } finally {
    await site?.close();
  }
}

async function askAtTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(question);
  terminal.close();
  return answer.trim();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exit(
    await runCommand(process.argv.slice(2), {
      print: (line) => void process.stdout.write(`${line}\n`),
      note: (line) => void process.stderr.write(`${line}\n`),
      ask: process.stdin.isTTY ? askAtTerminal : undefined,
    }),
  );
