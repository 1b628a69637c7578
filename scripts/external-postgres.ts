import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbedded } from '../packages/embedded-postgres/embedded.ts';
import { FOLDER, memoryFolder, withServer } from '../server/testing/postgres.ts';
import { isBuilt } from './build.ts';
import { readCommandLine } from './command-line.ts';
import { findInstalled, run } from './run.ts';

const { words, options } = readCommandLine({
  'test:external [--project NAME] [FILE…]':
    "Runs the server's tests, those of another project, or some files, on this machine's own PostgreSQL.",
});
const args = [...(options.project ? ['--project', String(options.project)] : []), ...words];
// The first installed version, which must be 15 or later, runs as a temporary server.
const folder = process.env.PG_BIN ?? globSync('/usr/lib/postgresql/*/bin').sort()[0];
if (!folder) {
  console.error(
    'No PostgreSQL is installed here (Debian: apt-get install postgresql). Or set its folder: PG_BIN=/path/bin',
  );
  process.exit(1);
}
if (args.includes('browser') && !(await isBuilt()) && run('scripts/build.ts') !== 0) process.exit(1);
const dataDir = join(memoryFolder(), `${FOLDER}${process.pid}-external`);
const binaries = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '300' };
const server = await startEmbedded({ dataDir, binaries, settings, log: console.error });
try {
  const { host, port } = server.connection;
  await withServer(
    { host, port, user: 'postgres', database: 'postgres' },
    'create role tester login createdb',
  );
  const url = `postgres://tester@/postgres?host=${encodeURIComponent(host)}&port=${port}`;
  process.exitCode = run(
    findInstalled('vitest'),
    ['run', ...(args.length > 0 ? args : ['--project', 'server'])],
    {
      TEST_DATABASE_URL: url,
    },
  );
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
