import { parseArgs } from 'node:util';
import { soak } from '../e2e/soak/soak.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const began = Date.now();
const note = (line: string) => {
  const seconds = Math.round((Date.now() - began) / 1000);
  process.stderr.write(`${String(seconds).padStart(5)} s  ${line}\n`);
};
const wrong = await soak(Number(values.minutes), note);
process.stdout.write(wrong.length === 0 ? 'Nothing is lost.\n' : `${wrong.join('\n')}\n`);
process.exitCode = wrong.length === 0 ? 0 : 1;
