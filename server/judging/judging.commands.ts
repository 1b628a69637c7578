import { readFile } from 'node:fs/promises';
import { formatCsvRow } from '../../contract/csv.ts';
import { type Command, type Shell, UsageError } from '../command.ts';
import {
  type CreatedJudge,
  insertJudges,
  listJudges,
  markJudgeAsRemoved,
  replaceJudgePassword,
} from './judges.service.ts';
import { parseJudgeList } from './judges-list.ts';
import { computeLargestError } from './oracle.ts';
import { newPassword } from './password.ts';
import { updateReviewPassword } from './score-review.service.ts';

const most = 500;

function printAccounts(print: Shell['print'], accounts: readonly CreatedJudge[]): void {
  print('username,password,name');
  for (const { username, password, name } of accounts)
    print(formatCsvRow([username, password, name], { quoteAll: false }));
}

function count(given: string | undefined): number {
  const number = Number(given);
  if (!Number.isInteger(number) || number < 1 || number > most) throw new UsageError();
  return number;
}

/** Creates, lists and removes judges, and resets passwords, which are printed once. */
export const judgesCommand: Command = {
  usage: [
    'judges create N',
    'judges import FILE.csv',
    'judges list',
    'judges reset USERNAME',
    'judges remove USERNAME',
  ],
  run: async ([action, given, ...more], { open, print, note }) => {
    if (more.length > 0 || (action === 'list') !== (given === undefined)) throw new UsageError();
    if (action === 'create') {
      const wanted = Array.from({ length: count(given) }, () => ({}));
      printAccounts(print, await insertJudges(await open(), wanted));
    } else if (action === 'import') {
      const wanted = parseJudgeList(await readFile(given ?? '', 'utf8'));
      printAccounts(print, await insertJudges(await open(), wanted));
    } else if (action === 'list') {
      print('username,name,track');
      for (const { username, name, track } of await listJudges(await open()))
        print(formatCsvRow([username, name, track], { quoteAll: false }));
    } else if (action === 'reset') {
      const services = await open();
      const account = await replaceJudgePassword(services, given ?? '');
      if (!account) throw new Error(`There is no judge with the username ${given}.`);
      printAccounts(print, [account]);
      note('This judge is signed out everywhere.');
    } else if (action === 'remove') {
      const removed = await markJudgeAsRemoved(await open(), given ?? '');
      if (!removed) throw new Error(`There is no judge with the username ${given}.`);
      print(`${given} is removed. The scores stay.`);
    } else throw new UsageError();
  },
};

/** Sets the shared review password, random unless one is given, and prints it. */
export const reviewPasswordCommand: Command = {
  usage: ['review-password [PASSWORD]'],
  run: async ([given, ...more], { open, print, note }) => {
    if (more.length > 0) throw new UsageError();
    if (given !== undefined && (given.length < 8 || given.length > 256))
      throw new Error('The password must have 8 to 256 characters.');
    const services = await open();
    const password = given ?? newPassword(services.random);
    await updateReviewPassword(services, password);
    print(password);
    note('Open results are locked until the new password is entered.');
    if (services.config.scoreReviewPassword !== undefined)
      note('SCORE_REVIEW_PASSWORD is set and takes precedence over this password.');
  },
};

/** Compares the estimator and the assignment with a file of expected values. Needs no database. */
export const judgingEvalCommand: Command = {
  usage: ['judging-eval --cases FILE'],
  run: async ([option, file, ...more], { print }) => {
    if (option !== '--cases' || file === undefined || more.length > 0) throw new UsageError();
    print(String(computeLargestError(JSON.parse(await readFile(file, 'utf8')))));
  },
};
