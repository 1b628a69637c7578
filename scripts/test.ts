import { check } from './check.ts';
import { readCommandLine } from './command-line.ts';
import { finish, runTests } from './run-tests.ts';

const { words } = readCommandLine({
  'test [WORD…]':
    'Runs the checks and every test that a change can break, or the tests whose path contains one of the words, such as check-in.',
});
const checking = words.length > 0 ? [] : [check()];
const tested = await runTests([['browser'], ['server', 'scripts', 'web']], words);
finish([...(await Promise.all(checking)), tested]);
