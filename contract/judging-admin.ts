import { z } from 'zod';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { judgeUsername, judgingTrack } from './judging.ts';
import { limits } from './limits.ts';

/** A judge's account as it is told once: nobody can read the password again. */
export const judgeAccount = z.object({
  username: z.string(),
  password: z.string(),
  name: z.string(),
  /** A QR code, as the source of an image, that opens the login with both fields filled in. */
  signInCode: z.string(),
});
export type JudgeAccount = z.infer<typeof judgeAccount>;

/** A judge at work. `scored` counts teams, `now` is where the judge was sent last and has not been yet. */
export const judgeProgress = z.object({
  username: z.string(),
  name: z.string(),
  track: judgingTrack.nullable(),
  scored: z.int(),
  lastAt: z.iso.datetime().nullable(),
  now: z.int().nullable(),
});
export type JudgeProgress = z.infer<typeof judgeProgress>;

/** A table and who has scored it. `known` is false for a number that no table has: somebody mistyped it. */
export const tableProgress = z.object({
  teamNumber: z.int(),
  teamName: z.string(),
  track: judgingTrack,
  known: z.boolean(),
  judges: z.array(z.string()),
  /** Found empty a short while ago. */
  absent: z.boolean(),
});
export type TableProgress = z.infer<typeof tableProgress>;

/** How far judging is: judges in the order of making, tables by number. */
export const judgingProgress = z.object({
  paused: z.boolean(),
  judges: z.array(judgeProgress),
  tables: z.array(tableProgress),
});
export type JudgingProgress = z.infer<typeof judgingProgress>;

export const getJudgingProgress = endpoint({
  method: 'GET',
  path: '/judging/progress',
  summary: 'How far judging is: by judge and by table',
  access: 'admin',
  answer: judgingProgress,
});

export const assignTables = endpoint({
  method: 'POST',
  path: '/judging/tables',
  summary: 'Gives a number to every approved team and lone hacker that has none yet',
  access: 'admin',
  answer: success.extend({ assigned: z.int(), total: z.int() }),
});

export const pauseJudging = endpoint({
  method: 'PUT',
  path: '/judging/pause',
  summary: 'Stops judging or lets it go on; while it is stopped, no score is taken',
  access: 'admin',
  body: z.strictObject({ paused: z.boolean() }),
  answer: success.extend({ paused: z.boolean() }),
});

const accounts = success.extend({ accounts: z.array(judgeAccount) });
// Each password costs a hash of 19 MiB.
const costly = { max: 20, seconds: 60 };

export const createJudges = endpoint({
  method: 'POST',
  path: '/judging/judges',
  summary: 'Makes judges’ accounts and tells their passwords, this once',
  access: 'admin',
  body: z.strictObject({ count: z.int().min(1).max(limits.judging.maxAtOnce) }),
  answer: accounts,
  status: 201,
  limit: costly,
});

export const importJudges = endpoint({
  method: 'POST',
  path: '/judging/judges/import',
  summary:
    'Makes judges’ accounts from a list of names or a CSV, all or none, and tells their passwords, this once',
  access: 'admin',
  body: z.strictObject({ list: z.string().min(1).max(20_000) }),
  answer: accounts,
  status: 201,
  limit: costly,
});

const ofJudge = z.object({ username: judgeUsername });

export const resetJudgePassword = endpoint({
  method: 'POST',
  path: '/judging/judges/:username/password',
  summary: 'Gives a judge a new password and ends the sessions of the old one',
  access: 'admin',
  params: ofJudge,
  answer: success.extend({ account: judgeAccount }),
  limit: costly,
});

export const removeJudge = endpoint({
  method: 'DELETE',
  path: '/judging/judges/:username',
  summary: 'Takes a judge out, who is signed out at once; the scores stay and count',
  access: 'admin',
  params: ofJudge,
  answer: success,
});
