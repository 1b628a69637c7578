import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { success } from '../platform/responses.ts';
import { emailAddress, lineSchema, noteSchema } from '../platform/text-rules.ts';
import { judgeUsername, judgingTrack } from './judging.ts';

/** A new judge account. Its password is shown once; only a hash is stored. */
const judgeAccount = z.object({
  username: z.string(),
  password: z.string(),
  name: z.string(),
  /** A QR code as an image source; it opens the login page with both fields filled in. */
  signInCode: z.string(),
  track: judgingTrack.nullable(),
  /** The key of the prize that they judge instead of a track. */
  prize: z.string().nullable(),
});
export type JudgeAccount = z.infer<typeof judgeAccount>;

/**
 * A judge's progress. `scored` counts teams, `share` the tables assigned to them; `now` is the number of the suggested
 * table.
 */
const judgeProgress = z.object({
  username: z.string(),
  name: z.string(),
  email: z.string().optional(),
  track: judgingTrack.nullable(),
  /** The key of the prize that they judge instead of a track. */
  prize: z.string().optional(),
  scored: z.int(),
  share: z.int(),
  /** At least two teams below the average of the judges with the same tables. */
  behind: z.boolean(),
  /** Has a session, or has done something. */
  signedIn: z.boolean(),
  /** Since when a judge with tables left has sent nothing; null before the first score of all. */
  silentSince: z.iso.datetime().nullable(),
  lastAt: z.iso.datetime().nullable(),
  now: z.int().nullable(),
});
export type JudgeProgress = z.infer<typeof judgeProgress>;

/** A table and who has scored it. `known` is false for a mistyped number that no table has. */
const tableProgress = z.object({
  teamNumber: z.int(),
  teamName: z.string(),
  track: judgingTrack,
  known: z.boolean(),
  judges: z.array(z.string()),
  /** The ids of all scores for this number that are not voided, including those that judges have replaced. */
  scores: z.array(z.int()),
  /** The title of the submitted project. */
  title: z.string().optional(),
  /** The keys of the special categories that the project is entered for. */
  special: z.array(z.string()).optional(),
  area: z.string().optional(),
  /** Reported empty by a judge within the last 15 minutes; after a second report it is not suggested during that time. */
  absent: z.boolean(),
  /** Only if true: it is no longer suggested, and its number is not reused. */
  retired: z.literal(true).optional(),
  /** Only if true: people are checked in, but nobody from this table. */
  unattended: z.literal(true).optional(),
  /** Only if true: it needs scores, and every judge who may score it already has. */
  withoutJudge: z.literal(true).optional(),
});
export type TableProgress = z.infer<typeof tableProgress>;

/** A judge's conflict of interest: they know this team and do not score it. */
const judgeConflict = z.object({
  username: z.string(),
  judgeName: z.string(),
  teamNumber: z.int(),
  teamName: z.string(),
  at: z.iso.datetime(),
});
export type JudgeConflict = z.infer<typeof judgeConflict>;

/** A special category, and the tables entered for it that fewer judges than wanted have scored in it. */
export const categoryProgress = z.object({ label: z.string(), entered: z.int(), unscored: z.array(z.int()) });
type CategoryProgress = z.infer<typeof categoryProgress>;

/** Returns the categories that lack scores, those at tables without any score too. */
export const listUnscoredCategories = (categories: readonly CategoryProgress[]): CategoryProgress[] =>
  categories.filter(({ unscored }) => unscored.length > 0);

/** The progress of judging: judges by age of their account, tables by number. */
const judgingProgress = z.object({
  paused: z.boolean(),
  /** The scores that tables still need, when they will have them at the current pace, and the tracks without a pace yet. */
  pace: z.object({
    missing: z.int(),
    doneAt: z.iso.datetime().nullable(),
    idle: z.array(judgingTrack),
  }),
  judges: z.array(judgeProgress),
  tables: z.array(tableProgress),
  /** The tables entered for it. */
  categories: z.array(categoryProgress),
  /** Newest first. */
  conflicts: z.array(judgeConflict),
  /** Teams and lone hackers without a table: those with somebody checked in, with a submitted project, and all approved ones. */
  unnumbered: z.object({ checkedIn: z.int(), submitted: z.int(), approved: z.int() }),
  /** Those with a submitted project, once the submission deadline has passed or somebody has scored; before that 0. */
  withoutTable: z.int(),
  hasCheckIns: z.boolean(),
  /** Tables whose people have not been emailed the number. */
  notEmailed: z.int(),
});
export type JudgingProgress = z.infer<typeof judgingProgress>;

export const getJudgingProgress = endpoint('GET /judging/progress', 'judging-lead', {
  summary: 'Get the progress of judging by judge and by table',
  response: judgingProgress,
});

const tableParties = z.enum(['approved', 'checked-in', 'submitted']);
export type TableParties = z.infer<typeof tableParties>;

export const assignTables = endpoint('POST /judging/tables', 'judging-lead', {
  summary:
    'Assign table numbers to approved teams and lone hackers without one, or only to those who are checked in or have submitted a project',
  query: z.object({
    /**
     * `checked-in`: with somebody checked in anywhere; previously retired tables are restored. `submitted`: with a
     * submitted project.
     */
    who: tableParties.default('approved'),
  }),
  response: success.extend({ assigned: z.int(), total: z.int() }),
});

const tableNumber = z.int().min(1).max(limits.judging.maxTeamNumber);

export const retireTables = endpoint('PUT /judging/tables/retired', 'judging-lead', {
  summary: 'Retire tables, so that judges are no longer sent there, or restore them; numbers stay',
  body: z.strictObject({ numbers: z.array(tableNumber).min(1).max(1000), retired: z.boolean() }),
  response: success.extend({ changed: z.int() }),
});

export const moveTable = endpoint('POST /judging/tables/move', 'judging-lead', {
  summary: 'Move a team to another table; the team there, if any, gets the first one’s number',
  body: z.strictObject({ from: tableNumber, to: tableNumber }),
});

export const sendTableEmails = endpoint('POST /judging/tables/emails', 'judging-lead', {
  summary: 'Email everybody the number of their table, once per number',
  response: success.extend({ sent: z.int() }),
});

export const pauseJudging = endpoint('PUT /judging/pause', 'judging-lead', {
  summary: 'Pause or resume judging; scores are refused while it is paused',
  body: z.strictObject({ paused: z.boolean() }),
  response: success.extend({ paused: z.boolean() }),
});

const accounts = success.extend({ accounts: z.array(judgeAccount) });
// Hashing each password takes 19 MiB.
const costly = { max: 20, seconds: 60 };

export const createJudges = endpoint('POST /judging/judges', 'judging-lead', {
  summary: 'Create judge accounts, numbered on after the last, and return their passwords once',
  body: z.strictObject({ count: z.int().min(1).max(limits.judging.maxAtOnce) }),
  response: accounts,
  status: 201,
  limit: costly,
});

export const importJudges = endpoint('POST /judging/judges/import', 'judging-lead', {
  summary: 'Create judge accounts from names or a CSV, all or none, and return their passwords once',
  body: z.strictObject({ list: z.string().min(1).max(limits.judging.judgeList) }),
  response: accounts,
  status: 201,
  limit: costly,
});

const ofJudge = z.object({ username: judgeUsername });

export const resetJudgePassword = endpoint('POST /judging/judges/:username/password', 'judging-lead', {
  summary: 'Reset a judge’s password and end their sessions',
  params: ofJudge,
  response: success.extend({ account: judgeAccount }),
  limit: costly,
});

export const updateJudge = endpoint('PUT /judging/judges/:username', 'judging-lead', {
  summary:
    'Change the name and the email address of a judge; results show the new name for their earlier scores too',
  params: ofJudge,
  body: z.strictObject({
    name: lineSchema(limits.text.name),
    /** Null removes it; if absent, it stays. */
    email: emailAddress.nullable().optional(),
  }),
  response: success.extend({ name: z.string() }),
});

export const emailJudges = endpoint('POST /judging/judges/emails', 'judging-lead', {
  summary: 'Send an email to judges; a repeat with the same key sends nothing. Returns who has no address',
  idempotent: true,
  body: z.strictObject({
    usernames: z.array(judgeUsername).min(1).max(1000),
    subject: lineSchema(limits.announcement.subject),
    text: noteSchema(limits.announcement.text).refine((typed) => typed !== '', 'is missing'),
  }),
  response: success.extend({ sent: z.int(), withoutAddress: z.array(z.string()) }),
  limit: { max: 20, seconds: 60 },
});

export const removeJudge = endpoint('DELETE /judging/judges/:username', 'judging-lead', {
  summary: 'Remove a judge and end their sessions; the scores stay, and count unless all are voided; audited',
  params: ofJudge,
  query: z.object({ scores: z.enum(['keep', 'void']).default('keep') }),
});

export const liftConflict = endpoint(
  'DELETE /judging/judges/:username/conflicts/:teamNumber',
  'judging-lead',
  {
    summary: 'Lift a judge’s conflict of interest with a table, so that they can score it; audited',
    params: ofJudge.extend({ teamNumber: z.coerce.number().pipe(tableNumber) }),
  },
);
