import { soak } from '../e2e/soak/soak.ts';
import { readCommandLine } from './command-line.ts';

const { options } = readCommandLine({
  'soak [--minutes N]':
    'Kills, freezes and fills what the program depends on, under load, for 10 minutes or as many as you say.',
});
const began = Date.now();
const note = (line: string) => {
  const seconds = Math.round((Date.now() - began) / 1000);
  process.stderr.write(`${String(seconds).padStart(5)} s  ${line}\n`);
};
const wrong = await soak(Number(options.minutes ?? 10), note);
process.stdout.write(wrong.length === 0 ? 'Nothing is lost.\n' : `${wrong.join('\n')}\n`);
// Not only the exit code: what killed programs leave open would keep this one.
process.exit(wrong.length === 0 ? 0 : 1);
