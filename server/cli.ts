import { pathToFileURL } from 'node:url';
import { signInCommand } from './auth/auth.commands.ts';
import { backupCommand, restoreCommand } from './backup/backup.commands.ts';
import { newEventCommand } from './backup/new-event.commands.ts';
import { archiveCommand } from './backup/static-site.commands.ts';
import { type Command, UsageError } from './command.ts';
import { loadConfig, loadEnvironment } from './config.ts';
import { openRunningSite, type Site } from './db/site.ts';
import { doctorCommand } from './doctor/doctor.commands.ts';
import { loadEvent } from './event/load.ts';
import { checkEventCommand } from './event.commands.ts';
import { filesCommand } from './files.commands.ts';
import { judgesCommand, judgingEvalCommand, reviewPasswordCommand } from './judging/judging.commands.ts';
import { mailCommand } from './mail/mail.commands.ts';
import { importProjectsCommand } from './projects/projects.commands.ts';
import { searchEvalCommand } from './search/search.commands.ts';
import { seedCommand } from './seed/seed.commands.ts';
import { createServices } from './services.ts';
import { settingsCommand } from './settings.commands.ts';
import { asksForHelp, formatUsage, getName, runTyped } from './usage.ts';
import { adminCommand, volunteerCommand } from './users/users.commands.ts';

const commands: Command[] = [
  adminCommand,
  volunteerCommand,
  signInCommand,
  judgesCommand,
  reviewPasswordCommand,
  judgingEvalCommand,
  checkEventCommand,
  doctorCommand,
  mailCommand,
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

const note = (line: string) => void process.stderr.write(`${line}\n`);
const print = (line: string) => void process.stdout.write(`${line}\n`);

function formatCommands(list: Command[], typed: string[] = []): string {
  return list.map(({ usage }) => formatUsage(usage, typed, (line) => `npm run cli -- ${line}`)).join('\n');
}

/** Runs one command and returns the exit code; 2 when it was typed wrongly. */
async function runCommand(typed: string[]): Promise<number> {
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
    return createServices({ db: site.db, config, event: await loadEvent(), log });
  };
  try {
    return await runTyped(command, args, { config: settings, open, note, print });
  } catch (error) {
    note((error as Error).message);
    if (!(error instanceof UsageError)) return 1;
    note(formatCommands([command], typed));
    return 2;
  } finally {
    await site?.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exit(await runCommand(process.argv.slice(2)));
