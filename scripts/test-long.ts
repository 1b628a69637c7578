import { readCommandLine } from './command-line.ts';
import { finish, runTests } from './run-tests.ts';

const { words } = readCommandLine({
  'test:long [WORD…]':
    'Runs the tests that kill, flood and repeat for minutes, or those whose path contains one of the words.',
});
finish([await runTests([['long']], words)]);
