import { execFile, spawn, spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const programs = {
  tsc: 'typescript/bin/tsc',
  biome: '@biomejs/biome/bin/biome',
  vitest: 'vitest/vitest.mjs',
  vite: 'vite/bin/vite.js',
};

/** Returns the path of a command of an installed package, for `node` to run. */
export function findInstalled(name: keyof typeof programs): string {
  return join(root, 'node_modules', programs[name]);
}

/** Runs a script or an installed program in the same terminal and returns its exit code. */
export function run(script: string, args: string[] = [], env: NodeJS.ProcessEnv = {}): number {
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } } as const;
  return spawnSync(process.execPath, [script, ...args], options).status ?? 1;
}

/** Runs a script or an installed program, prints its output if it fails, and returns its exit code. */
export function runAside(script: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: Number.POSITIVE_INFINITY };
  const child = execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
    if (error) process.stderr.write(`${stdout}${stderr}`);
    resolve(error ? (child.exitCode ?? 1) : 0);
  });
  return promise;
}

/** Runs several at the same time. When one of them ends or a signal arrives, ends all. */
export function runTogether(commands: { args: string[]; env?: NodeJS.ProcessEnv }[]): void {
  const children = commands.map(({ args, env }) =>
    spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }),
  );
  const end = () => {
    for (const child of children) child.kill('SIGTERM');
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
  for (const child of children) child.on('exit', end);
}

/** Whether this script was started, even through scripts/node24.mjs, where `import.meta.main` is false. */
export function isStarted(filename: string): boolean {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === filename;
}
