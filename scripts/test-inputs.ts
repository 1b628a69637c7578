import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findInstalled, run } from './run.ts';

const { values } = parseArgs({ options: { file: { type: 'string' } } });
if (!values.file) {
  console.error('Which file of bad inputs? npm run test:inputs -- --file FILE');
  process.exit(2);
}
process.exitCode = run(
  findInstalled('vitest'),
  ['run', '--project', 'server', 'server/testing/bad-inputs.test.ts'],
  { BAD_INPUTS: resolve(values.file) },
);
