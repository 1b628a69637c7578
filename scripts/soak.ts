import { faultTests } from '../e2e/soak/fault-tests.ts';
import { soak } from '../e2e/soak/soak.ts';
import { ensureBrowser } from './browser.ts';
import { readCommandLine } from './command-line.ts';
import { findInstalled, run } from './run.ts';

const { options } = readCommandLine({
  'soak [--minutes N]':
    'Kills, freezes and fills what the program depends on, under load, for 10 minutes or as many as you say.',
  'soak --faults N': 'Runs the tests of the faults F1 to F17 N times in a row, until one of them fails.',
});
if (options.faults !== undefined) process.exit(repeatFaults(Number(options.faults)));
const began = Date.now();
const note = (line: string) => {
  const seconds = Math.round((Date.now() - began) / 1000);
  process.stderr.write(`${String(seconds).padStart(5)} s  ${line}\n`);
};
const wrong = await soak(Number(options.minutes ?? 10), note);
process.stdout.write(wrong.length === 0 ? 'Nothing is lost.\n' : `${wrong.join('\n')}\n`);
// Setting `exitCode` is not enough: what killed programs leave open would keep this process alive.
process.exit(wrong.length === 0 ? 0 : 1);

/** Runs the tests of all faults this many times. Returns the exit code. */
function repeatFaults(times: number): number {
  const projects = ['--project', 'server', '--project', 'browser', '--project', 'long'];
  for (let time = 1; time <= times; time += 1) {
    const started = Date.now();
    const code = run(findInstalled('vitest'), ['run', ...projects, ...faultTests], {
      CHROMIUM_PATH: ensureBrowser(),
    });
    const seconds = Math.round((Date.now() - started) / 1000);
    process.stdout.write(`${time} of ${times}: ${code === 0 ? 'passed' : 'failed'} after ${seconds} s\n`);
    if (code !== 0) return code;
  }
  return 0;
}
