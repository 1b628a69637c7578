import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { npmCommand } from './npm.ts';
import { isStarted } from './run.ts';

/** The lowest severity of a known vulnerability that fails `npm run check`. */
const level = 'high';
const timeLimit = 20_000;

/**
 * Asks the package registry for known vulnerabilities of a production install. Returns false when there is one of `level`
 * or above. If no registry answers within 20 s, prints a note and returns true.
 */
export function audit(): boolean {
  const limits = ['--fetch-retries=0', `--fetch-timeout=${timeLimit / 2}`];
  const [command, ...args] = npmCommand('audit', '--json', '--omit=dev', `--audit-level=${level}`, ...limits);
  const { status, stdout } = spawnSync(command, args, {
    cwd: path.join(import.meta.dirname, '..'),
    encoding: 'utf8',
    timeout: timeLimit,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const report = parseReport(stdout ?? '');
  if (!report) {
    process.stderr.write('No registry answered with advisories: known vulnerabilities are not checked.\n');
    return true;
  }
  for (const { name, severity } of Object.values(report))
    process.stderr.write(`Known vulnerability (${severity}): ${name}. See npm audit.\n`);
  return status === 0;
}

function parseReport(text: string): Record<string, { name: string; severity: string }> | undefined {
  try {
    return JSON.parse(text).vulnerabilities;
  } catch {
    return undefined;
  }
}

if (isStarted(import.meta.filename)) process.exitCode = audit() ? 0 : 1;
