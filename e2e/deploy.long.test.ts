import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promises as fs } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { freePort } from './program.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '..');
const environment = { PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`, HOME: tmpdir() };
const { NODE_ENV: _ofTests, ...surroundings } = process.env;
const installEnvironment = { ...surroundings, PATH: environment.PATH, npm_config_prefer_offline: 'true' };
let folder: string;
let database: TestDatabase;
let relay: Server;
let databaseUrl: string;

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(tmpdir(), 'overnight-image-'));
  await fs.chmod(folder, 0o755);
  database = await createTestDatabase({ empty: true });
  ({ relay, databaseUrl } = await relayDatabase(database));
  await runDockerfile(await fs.readFile(path.join(root, 'deploy/Dockerfile'), 'utf8'));
});

afterAll(async () => {
  relay.close();
  await database.drop();
  await fs.rm(folder, { recursive: true });
});

/** Opens a TCP port in front of the tests' database, whose socket is closed to other users. */
async function relayDatabase({
  connection,
  url,
}: TestDatabase): Promise<{ relay: Server; databaseUrl: string }> {
  const { host = '', port = 5432, user, database: name } = connection;
  if (!host.startsWith('/')) return { relay: createServer(), databaseUrl: url };
  const server = createServer((client) => {
    const socket = connect(path.join(host, `.s.PGSQL.${port}`));
    client.pipe(socket).pipe(client);
    for (const end of [client, socket])
      end.on('error', () => client.destroy()).on('close', () => socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port: open } = server.address() as { port: number };
  return { relay: server, databaseUrl: `postgres://${user}@127.0.0.1:${open}/${name}` };
}

/** Where a stage's `/app` is on this machine. */
const stageFolder = (stage: string) => path.join(folder, stage);

/** Runs what an image build would run, step by step: each stage in a folder of its own, from the files git tracks. */
async function runDockerfile(text: string): Promise<void> {
  const steps = text.split('\n').filter((line) => /^(FROM|COPY|RUN) /.test(line));
  let stage = '';
  for (const step of steps) {
    const [instruction, ...words] = step.split(' ');
    if (instruction === 'FROM') {
      stage = words[1] === 'AS' ? (words[2] ?? '') : 'final';
      await fs.mkdir(stageFolder(stage), { recursive: true });
    } else if (instruction === 'COPY') await copy(stage, words);
    else await runStep(stage, words.join(' '));
  }
}

async function copy(stage: string, words: string[]): Promise<void> {
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
  const target = path.join(stageFolder(stage), words.pop() ?? '.');
  for (const source of words) {
    const origin = from ? path.join(stageFolder(from), source.replace('/app/', '')) : path.join(root, source);
    if (source === '.') await copyTracked(target);
    else if ((await fs.stat(origin)).isDirectory()) await fs.cp(origin, target, { recursive: true });
    else await fs.cp(origin, path.join(target, path.basename(source)));
  }
}

async function copyTracked(target: string): Promise<void> {
  const files = 'git ls-files -z --cached --others --exclude-standard';
  await run(
    'sh',
    ['-c', `${files} | tar --null -T - --ignore-failed-read -cf - | tar -xf - -C "${target}"`],
    { cwd: root },
  );
}

async function runStep(stage: string, command: string): Promise<void> {
  // There is no user `node` here; `start` gives the data folder to another one.
  if (command.includes('/data')) return;
  const options = {
    cwd: stageFolder(stage),
    env: installEnvironment,
  };
  await run('sh', ['-c', command], { ...options, maxBuffer: 1e8 });
}

/** Starts the image's program as this user, where that is possible; ends it after `visit`. */
async function start(
  uid: number,
  settings: Record<string, string>,
  visit: (origin: string) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const data = await fs.mkdtemp(path.join(folder, 'data-'));
  const user = process.getuid?.() === 0 ? { uid, gid: uid } : {};
  if (user.uid) await fs.chown(data, user.uid, user.gid);
  const child = spawn(process.execPath, ['scripts/node24.mjs', 'scripts/start.ts'], {
    cwd: stageFolder('final'),
    env: {
      ...environment,
      HOME: '/',
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: data,
      ...settings,
    },
    ...user,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  try {
    const origin = `http://localhost:${port}`;
    await expect
      .poll(
        () =>
          fetch(`${origin}/readyz`).then(
            ({ status }) => status,
            () => output,
          ),
        { timeout: 60_000 },
      )
      .toBe(200);
    await expect.poll(() => output).toContain('Become the first organizer');
    await visit(origin);
  } finally {
    child.kill();
    await ended;
  }
}

test('the image holds no build tools, and is a third of the development install at most', async () => {
  const modules = path.join(stageFolder('final'), 'node_modules');
  const installed = await fs.readdir(modules);
  for (const tool of ['vite', 'vitest', 'typescript', 'react', 'lighthouse'])
    expect(installed).not.toContain(tool);
  const { stdout } = await run('du', ['-sm', modules]);
  expect(Number.parseInt(stdout, 10)).toBeLessThan(300);
});

test('the build names everything that the site runs, with versions and licenses', async () => {
  const text = await fs.readFile(path.join(stageFolder('final'), 'dist/sbom.json'), 'utf8');
  const { bomFormat, components } = JSON.parse(text) as {
    bomFormat: string;
    components: { name: string; version: string; licenses: unknown[] }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  const names = components.map(({ name }) => name);
  for (const name of ['fastify', 'pg', 'react', 'zxing-wasm']) expect(names).toContain(name);
  expect(names).not.toContain('vitest');
  for (const { name, version, licenses } of components)
    expect([name, /^\d+\./.test(version), licenses?.length]).toEqual([name, true, 1]);
});

// Only PostgreSQL wants to know the name of its user.
test.each([
  ['its own database', 65_534, () => ({})],
  ['an external database, as an unknown user', 23_456, () => ({ DATABASE_URL: databaseUrl })],
])('the image serves the site with %s', async (_with, uid, settings) => {
  await start(uid, settings(), async (origin) => {
    expect(await (await fetch(origin)).text()).toContain('Overnight 2025');
  });
});
