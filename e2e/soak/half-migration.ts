import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { startEmbedded } from '../../packages/embedded-postgres/embedded.ts';
import { openDatabase } from '../../server/platform/db/open.ts';
import { getSchemaState, migrate } from '../../server/platform/db/schema.ts';
import { memoryFolder } from '../../server/testing/postgres.ts';
import { becomeNewer, older } from '../../server/testing/test-migrations.ts';
import { freePort, runCommand, startProgram, surroundings } from '../program.ts';

const people = 50;

/**
 * Kills the first start of a new version on an old, filled database at this many different moments, then lets one complete.
 * Returns what is wrong afterwards, a line each.
 */
export async function killDuringMigrations(kills: number): Promise<string[]> {
  const dataDir = mkdtempSync(path.join(memoryFolder(), 'overnight-half-'));
  // Started as root, the program's own database runs as another account.
  chmodSync(dataDir, 0o711);
  try {
    const old = await startEmbedded({ dataDir, log: () => undefined });
    const opened = openDatabase(old.owner, { max: 1, maintenance: true });
    await migrate(opened, older);
    await sql`insert into users (name, email) select 'Ada ' || n, 'ada' || n || '@example.org'
      from generate_series(1, ${people}) n`.execute(opened.db);
    await opened.db.destroy();
    await old.stop();

    const newer = path.join(import.meta.dirname, '../../server/testing/newer-version.ts');
    const environment = {
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      NODE_OPTIONS: `--import=${newer}`,
    };
    for (let kill = 0; kill < kills; kill += 1)
      await killStart(environment, 300 + (1500 * kill) / Math.max(1, kills - 1));
    const program = await startProgram(environment);
    const found = await startEmbedded({ dataDir, log: () => undefined });
    const { db } = openDatabase(found.owner, { max: 1 });
    const becomeOlder = becomeNewer();
    const { missing } = await getSchemaState(db);
    becomeOlder();
    const { rows } = await sql<{ count: number }>`select count(*) as count from users`.execute(db);
    await db.destroy();
    const doctor = await runCommand(environment, 'doctor').catch((error: Error) => error.message);
    await program.stop();
    return [
      ...missing.map((name) => `not migrated: ${name}`),
      ...(rows[0]?.count === people ? [] : [`${rows[0]?.count} of ${people} people after the migration`]),
      ...doctor.split('\n').filter((line) => line.trim() !== ''),
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function killStart(environment: Record<string, string>, after: number): Promise<void> {
  const main = path.join(import.meta.dirname, '../../server/main.ts');
  const child = spawn(process.execPath, [main], { env: surroundings(environment), stdio: 'ignore' });
  const ended = once(child, 'exit');
  await pause(after);
  child.kill('SIGKILL');
  await ended;
}
