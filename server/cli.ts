import { pathToFileURL } from 'node:url';
import { backupCommand, restoreCommand } from './backup/backup.commands.ts';
import { type Command, UsageError } from './command.ts';
import { loadConfig, loadEnvironment } from './config.ts';
import { openRunningSite, type Site } from './db/site.ts';
import { doctorCommand } from './doctor/doctor.commands.ts';
import { loadEvent } from './event/load.ts';
import { filesCommand } from './files.commands.ts';
import { judgesCommand, judgingEvalCommand, reviewPasswordCommand } from './judging/judging.commands.ts';
import { mailCommand } from './mail/mail.commands.ts';
import { searchEvalCommand } from './search/search.commands.ts';
import { seedCommand } from './seed/seed.commands.ts';
import { createServices } from './services.ts';
import { settingsCommand } from './settings.commands.ts';
import { adminCommand, signInCommand, volunteerCommand } from './users/users.commands.ts';

/** Commands by the name that is typed. */
const commands: Record<string, Command> = {
  admin: adminCommand,
  volunteer: volunteerCommand,
  'sign-in': signInCommand,
  judges: judgesCommand,
  'review-password': reviewPasswordCommand,
  'judging-eval': judgingEvalCommand,
  doctor: doctorCommand,
  mail: mailCommand,
  backup: backupCommand,
  restore: restoreCommand,
  settings: settingsCommand,
  files: filesCommand,
  seed: seedCommand,
  'search-eval': searchEvalCommand,
};

const note = (line: string) => void process.stderr.write(`${line}\n`);

function usage(list: Command[]): string {
  return list.flatMap((command) => command.usage.map((line) => `  npm run cli -- ${line}`)).join('\n');
}

/** Runs one command and returns the exit code; 2 when it was typed wrongly. */
async function runCommand([name = '', ...args]: string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    note(`${name ? `There is no command "${name}".` : 'Which command?'}\n${usage(Object.values(commands))}`);
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
    const print = (line: string) => void process.stdout.write(`${line}\n`);
    return (await command.run(args, { config: settings, open, note, print })) ?? 0;
  } catch (error) {
    note(error instanceof UsageError ? `Usage:\n${usage([command])}` : (error as Error).message);
    return error instanceof UsageError ? 2 : 1;
  } finally {
    await site?.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exit(await runCommand(process.argv.slice(2)));
