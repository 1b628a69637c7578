import { readFileSync } from 'node:fs';
import { inventTeams, parseTeams } from '../e2e/rehearsal/people.ts';
import { rehearse } from '../e2e/rehearsal/rehearsal.ts';
import { readCommandLine } from './command-line.ts';

const { options } = readCommandLine({
  'rehearse [--arrivals N] [--judges N] [--teams FILE] [--end]':
    'Runs a whole event on a site of its own: 500 people arrive, 20 judges score, results are published. Prints what to look at and leaves the site open; --teams takes a CSV with the columns team and name, --end ends it at once.',
});

function parseCount(name: string, value: unknown, most: number): number {
  const count = Number(value);
  if (Number.isInteger(count) && count >= 1 && count <= most) return count;
  console.error(`--${name} must be a whole number from 1 to ${most}.`);
  process.exit(2);
}

const judges = parseCount('judges', options.judges ?? 20, 100);
const asked = parseCount('arrivals', options.arrivals ?? 500, 5000);
const teams =
  typeof options.teams === 'string'
    ? parseTeams(readFileSync(options.teams, 'utf8'))
    : inventTeams(Math.ceil(asked * 1.25));
const note = (line: string) => void process.stderr.write(`${line}\n`);
const { url, report, wrong, describeSignIns, stop } = await rehearse({
  teams,
  arrivals: asked,
  judges,
  note,
});
const print = (line: string) => void process.stdout.write(`${line}\n`);
for (const line of report) print(`- ${line}`);
for (const line of wrong) print(`WRONG: ${line}`);
const end = async () => {
  await stop();
  process.exit(wrong.length === 0 ? 0 : 1);
};
if (options.end) await end();
print(
  `\nThe site is open on ${url} until you press Ctrl+C; then it is deleted. Sign in as (each link works once):`,
);
for (const line of await describeSignIns()) print(`  ${line}`);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end());
