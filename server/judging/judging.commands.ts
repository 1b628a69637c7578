import { readFile } from 'node:fs/promises';
import { formatCsvRow } from '../../contract/platform/csv.ts';
import { type Command, type Shell, UsageError } from '../platform/command.ts';
import { decodeText } from '../platform/parse-csv.ts';
import { createQrText } from '../platform/qr-image.ts';
import type { Services } from '../platform/services.ts';
import { computeLargestError } from './expected-results.ts';
import {
  type CreatedJudge,
  createJudgeAccounts,
  createSignInAddress,
  listJudges,
  removeJudge,
  resetJudgePassword,
} from './judges.service.ts';
import { parseJudgeList } from './judges-list.ts';
import { newPassword } from './password.ts';
import { storeReviewPassword } from './score-review.service.ts';

const most = 500;

/**
 * Prints the accounts as CSV. The sign-in code and its address are printed as remarks, so that the output stays a CSV with
 * three columns; they come first, so that the passwords stay in view.
 */
function printAccounts({ print, note }: Shell, services: Services, accounts: readonly CreatedJudge[]): void {
  for (const account of accounts) {
    const address = createSignInAddress(services, account);
    note(`Sign-in code of ${account.name} (${account.username}):\n${createQrText(address)}\n${address}\n`);
  }
  print('username,password,name');
  for (const { username, password, name } of accounts)
    print(formatCsvRow([username, password, name], { quoteAll: false }));
}

function count(given: string | undefined): number {
  const number = Number(given);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new UsageError(`N must be a whole number from 1 to ${most}.`);
  return number;
}

/** Returns the username if a judge has it. Throws otherwise. */
async function requireJudge(services: Services, given: string | undefined): Promise<string> {
  const judge = (await listJudges(services)).find(({ username }) => username === given);
  if (!judge) throw new Error(`There is no judge with the username ${given}.`);
  return judge.username;
}

export const judgesCommand: Command = {
  usage: {
    'judges create N':
      'Creates N judges and prints their passwords, and the sign-in codes of their sheets on stderr, once.',
    'judges import FILE':
      'Creates the judges of a CSV file (name, username, track) and prints their passwords, once.',
    'judges list': 'Lists the judges, without passwords.',
    'judges reset USERNAME': 'Gives a judge a new password and signs them out everywhere.',
    'judges remove USERNAME': 'Removes a judge; the scores stay.',
  },
  run: async ({ words: [action, given] }, shell) => {
    const { open, print, note } = shell;
    if (action === 'create') {
      const wanted = Array.from({ length: count(given) }, () => ({}));
      const services = await open();
      printAccounts(shell, services, await createJudgeAccounts(services, wanted));
    } else if (action === 'import') {
      const list = decodeText(await readFile(given ?? ''));
      const services = await open();
      const wanted = parseJudgeList(list, services.event);
      printAccounts(shell, services, await createJudgeAccounts(services, wanted));
    } else if (action === 'list') {
      print('username,name,track');
      for (const { username, name, track } of await listJudges(await open()))
        print(formatCsvRow([username, name, track], { quoteAll: false }));
    } else if (action === 'reset') {
      const services = await open();
      const username = await requireJudge(services, given);
      const { account } = await resetJudgePassword(services, {
        actor: { id: null },
        params: { username },
      });
      printAccounts(shell, services, [account]);
      note('This judge is signed out everywhere.');
    } else {
      const services = await open();
      const params = { username: await requireJudge(services, given) };
      await removeJudge(services, { actor: { id: null }, params, query: { scores: 'keep' } });
      print(`${given} is removed. The scores stay.`);
    }
  },
};

export const reviewPasswordCommand: Command = {
  usage: {
    'review-password [PASSWORD]':
      'Sets the password of the results, a random one unless given, and prints it.',
  },
  run: async ({ words: [given] }, { open, print, note }) => {
    if (given !== undefined && (given.length < 8 || given.length > 256))
      throw new Error('The password must have 8 to 256 characters.');
    const services = await open();
    const password = given ?? newPassword(services.random);
    await storeReviewPassword(services.db, password);
    print(password);
    note('Open results are locked until the new password is entered.');
    if (services.config.scoreReviewPassword !== undefined)
      note('SCORE_REVIEW_PASSWORD is set and takes precedence over this password.');
  },
};

/** Compares the estimator and the assignment with a file of expected values. Needs no database. */
export const judgingEvalCommand: Command = {
  usage: {
    'judging-eval --cases FILE':
      'Prints the largest difference between the judging estimates and a file of expected values.',
  },
  run: async ({ options }, { print }) => {
    print(String(computeLargestError(JSON.parse(await readFile(String(options.cases), 'utf8')))));
  },
};
