import { resolve } from 'node:path';
import { readCommandLine } from './command-line.ts';
import { findInstalled, run } from './run.ts';

const { options } = readCommandLine({
  'test:inputs --file FILE': 'Sends every bad input of a file to a test site.',
});
process.exitCode = run(
  findInstalled('vitest'),
  ['run', '--project', 'server', 'server/testing/bad-inputs.test.ts'],
  { BAD_INPUTS: resolve(String(options.file)) },
);
