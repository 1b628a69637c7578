import { pathToFileURL } from 'node:url';
import { backup, restore } from './backup/backup.commands.ts';
import { type Command, UsageError } from './command.ts';
import { loadConfig, programEnvironment } from './config.ts';
import { type Site, visitSite } from './db/site.ts';
import { doctor } from './doctor/doctor.commands.ts';
import { loadEvent } from './event/load.ts';
import { judges, judgingEval, reviewPassword } from './judging/judging.commands.ts';
import { searchEval } from './search/search.commands.ts';
import { seed } from './seed/seed.commands.ts';
import { createServices } from './services.ts';
import { admin, signIn, volunteer } from './users/users.commands.ts';

/** Every command by its name. */
const commands: Record<string, Command> = {
  admin,
  volunteer,
  'sign-in': signIn,
  judges,
  'review-password': reviewPassword,
  'judging-eval': judgingEval,
  doctor,
  backup,
  restore,
  seed,
  'search-eval': searchEval,
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
  const settings = () => loadConfig(programEnvironment());
  const open = async () => {
    const config = settings();
    site = await visitSite(config, { log: note });
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
