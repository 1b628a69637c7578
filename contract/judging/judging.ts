import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { success } from '../platform/responses.ts';
import { projectLinks } from '../platform/web-link.ts';

const { judging } = limits;
/** The name of a rubric for tracks: `hacker`, `startup` or another of the event. */
export const judgingTrack = z.string().max(judging.criterion);
export type JudgingTrack = z.infer<typeof judgingTrack>;

const mark = z.int().min(0).max(judging.maxMark);
const judgeMarks = z.record(z.string().max(judging.criterion), mark);
const number = z.int().min(1).max(judging.maxTeamNumber);

export const judgeUsername = z
  .string()
  .regex(/^[a-z0-9._-]+$/)
  .max(judging.username);

/** A judge as pages show them; `prize` is the key of the prize that they score instead of a track. */
const judge = z.object({
  username: z.string(),
  name: z.string(),
  /** The only track that they score; if absent they choose. */
  track: judgingTrack.optional(),
  prize: z.string().optional(),
});
export type Judge = z.infer<typeof judge>;

/**
 * One judge's scores for one team, by the rubric of its track or of a prize. Scores never change; newer ones have a greater
 * `_id`.
 */
const score = z.object({
  _id: z.int(),
  judge_name: z.string(),
  team_name: z.string(),
  team_number: z.int(),
  track: judgingTrack,
  /** The key of the prize that it is for; such scores do not count in a track's ranking. */
  prize: z.string().optional(),
  scores: judgeMarks,
  weighted_total: z.number(),
  special_categories: judgeMarks.nullable(),
  created_at: z.iso.datetime(),
  /** The judge's comment for the team; organizers see it at once. */
  comment: z.string().optional(),
  /** Only for a score that an organizer entered for the judge: from paper, or moved from the table `from`. */
  entered: z
    .object({ by: z.string().nullable(), paper: z.literal(true).optional(), from: z.int().optional() })
    .optional(),
  /** Only for a voided score, which does not count. The reason is deleted with a person that it names. */
  voided: z
    .object({ at: z.iso.datetime(), by: z.string().nullable(), reason: z.string().nullable() })
    .optional(),
});
export type Score = z.infer<typeof score>;

/**
 * One judge's mark: points out of 100, or out of 10 in a special category. `paper`: an organizer entered it for the judge.
 */
export const judgeMark = z.object({
  judge: z.string(),
  mark: z.number(),
  comment: z.string().optional(),
  paper: z.literal(true).optional(),
});

/** A team in the adjusted view: points, ranks from 1, probability of the top 3 from 0 to 1, groups of judges from 0. */
const adjustedScore = z.object({
  score: z.number(),
  se: z.number(),
  rank: z.int(),
  bestRank: z.int(),
  worstRank: z.int(),
  tiedWithLeader: z.boolean(),
  chanceTop3: z.number(),
  component: z.int(),
});

/** The results of one team number; averages count each judge's latest score, rounded half away from zero. */
const teamAggregate = z.object({
  team_names: z.array(z.string()),
  team_number: z.int(),
  /** The title of their submitted project. */
  project: z.string().optional(),
  track: judgingTrack,
  tracks: z.array(judgingTrack),
  avg_total_score: z.number(),
  judge_count: z.int(),
  judge_breakdown: z.record(z.string(), z.number()),
  special_categories_avg: z.record(z.string(), z.number()),
  all_scores: z.array(score),
  adjusted: adjustedScore,
});
export type TeamAggregate = z.infer<typeof teamAggregate>;

/** The judge's next table; `reason` is set when there is none. `done` and `total` count the judge's own tables. */
const nextTable = z.object({
  next: z.object({ teamNumber: z.int(), teamName: z.string() }).nullable(),
  reason: z.enum(['wait', 'done']).optional(),
  done: z.int(),
  total: z.int(),
});
export type NextTable = z.infer<typeof nextTable>;

const demoTable = z.object({
  teamNumber: z.int(),
  teamName: z.string(),
  track: judgingTrack,
  /** Only if true: the judge has said that they know this team. */
  conflict: z.literal(true).optional(),
  /** Once they have submitted one. */
  project: z
    .object({
      title: z.string(),
      tagline: z.string(),
      special: z.array(z.string()),
      links: z.array(z.object({ name: z.enum(projectLinks), url: z.string(), host: z.string() })),
    })
    .optional(),
});
export type DemoTable = z.infer<typeof demoTable>;

export const logInJudge = endpoint('POST /judge/login', 'open', {
  summary: 'Sign in as a judge',
  body: z.strictObject({
    username: z.string().min(1).max(100),
    password: z.string().min(1).max(judging.password),
    /** From the judge's sheet: makes this a known device, whose attempts nobody else can use up. */
    device: z.string().max(judging.deviceMark).optional(),
  }),
  response: success.extend({ judge }),
});

export const getJudgeSession = endpoint('GET /judge/session', 'judge', {
  summary: 'Get the signed-in judge and whether judging is paused',
  response: success.extend({ judge, paused: z.boolean() }),
});

export const logOutJudge = endpoint('POST /judge/logout', 'open', {
  summary: 'Sign out as a judge',
  response: 'empty',
  status: 204,
});

const submittedScore = {
  team_name: z.string().max(limits.text.message).nullish(),
  team_number: number.nullish(),
  track: judgingTrack,
  scores: judgeMarks,
  special_categories: judgeMarks.nullish(),
  /** Only if the event has `judgeComments`. */
  comment: z.string().max(limits.text.message).optional(),
};

export const submitScore = endpoint('POST /scores', 'judge', {
  summary:
    'Score a team by your rubric, of its track or your prize; a repeat with the same key, or without a key within 30 s, returns the first one',
  idempotent: true,
  body: z.strictObject({
    ...submittedScore,
    // Accepted in a score record and ignored: the server knows the judge and computes the total.
    judge_name: z.unknown().optional(),
    weighted_total: z.unknown().optional(),
  }),
  response: score,
  limit: { max: 60, seconds: 60 },
});

export const listMyScores = endpoint('GET /scores/mine', 'judge', {
  summary: 'List your own scores, newest first',
  response: z.array(score),
});

export const withdrawScore = endpoint('POST /scores/:id/withdraw', 'judge', {
  summary: 'Withdraw a score of your own: it stays in the history and no longer counts',
  params: z.object({ id: z.coerce.number().int().positive() }),
});

export const reportWaitingScores = endpoint('PUT /judge/waiting', 'judge', {
  summary:
    'Report how many scores are waiting on this device, so that organizers do not publish without them',
  body: z.strictObject({ waiting: z.int().min(0).max(10_000) }),
});

export const getNextTable = endpoint('GET /judge/next', 'judge', {
  summary: 'Get your next table, for your prize, in your own track, or in the one given',
  query: z.object({ track: judgingTrack.optional() }),
  response: nextTable,
});

export const skipTable = endpoint('POST /judge/skip', 'judge', {
  summary: 'Skip a table: nobody is there, another judge is there, or you have a conflict of interest',
  body: z.strictObject({
    track: judgingTrack,
    teamNumber: number,
    reason: z.enum(['absent', 'busy', 'conflict']),
  }),
  response: nextTable,
});

export const listTables = endpoint('GET /judge/tables', 'judge', {
  summary: 'List the tables with their numbers and team names, or those entered for your prize',
  response: z.array(demoTable),
});

export const listMyComments = endpoint('GET /scores/comments', 'user', {
  summary: "List the judges' comments for your team, without their names; empty until the event shows them",
  viewable: true,
  response: z.array(z.object({ _id: z.int(), comment: z.string() })),
});

export const unlockScoreReview = endpoint('POST /score-review/unlock', 'open', {
  summary: 'Unlock the results with the shared password',
  body: z.strictObject({ password: z.string().min(1).max(judging.password) }),
  audit: { action: 'score-review.unlocked' },
});

export const openScoreReview = endpoint('POST /score-review/open', 'judging-lead', {
  summary: 'Unlock the results without the password, as an owner or judging lead; audited',
  audit: { action: 'score-review.opened' },
});

export const getScoreReviewPassword = endpoint('GET /score-review/password', 'judging-lead', {
  summary: "Get where the results' password is set, and whether you need it",
  response: z.object({
    /** The server's setting SCORE_REVIEW_PASSWORD overrides the stored one. */
    source: z.enum(['environment', 'stored', 'none']),
    can: z.object({ open: z.boolean(), set: z.boolean() }),
  }),
});

export const updateScoreReviewPassword = endpoint('PUT /score-review/password', 'owner', {
  summary: 'Set the password of the results, which locks those that are open; audited',
  body: z.strictObject({ password: z.string().min(8).max(judging.password) }),
});

export const lockScoreReview = endpoint('POST /score-review/lock', 'open', {
  summary: 'Lock the results',
});

export const listScores = endpoint('GET /scores', 'reviewer', {
  summary: 'List all scores, newest first',
  response: z.array(score),
});

export const listTeamScores = endpoint('GET /scores/teams', 'reviewer', {
  summary: 'List the teams by average, each with its scores and adjusted score',
  response: z.array(teamAggregate),
});

/** A prize with its own judges, and the projects that they scored. */
const prizeRanking = z.object({
  key: z.string(),
  label: z.string(),
  judgedBy: z.string(),
  projects: z.array(
    z.object({
      _id: z.uuid(),
      teamNumber: z.int(),
      title: z.string(),
      team: z.string().nullable(),
      /** Rank from 1; projects whose averages are equal to two decimals share one. */
      place: z.int(),
      tied: z.boolean(),
      /** The average of each judge's latest total, rounded half away from zero to one decimal. */
      average: z.number(),
      /** With two decimals, if a project of another rank has the same `average`. */
      precise: z.string().optional(),
      marks: z.array(judgeMark),
      adjusted: adjustedScore,
    }),
  ),
});
export type PrizeRanking = z.infer<typeof prizeRanking>;

export const listPrizeRankings = endpoint('GET /scores/prizes', 'reviewer', {
  summary: 'List the prizes with judges of their own, each with its projects by average',
  response: z.array(prizeRanking),
});

export const voidScore = endpoint('POST /scores/:id/void', 'judging-lead', {
  summary: 'Void a score, with a reason: it stays in the history and no longer counts; audited',
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.strictObject({ reason: z.string().trim().min(1).max(limits.text.reason) }),
});

export const enterPaperScore = endpoint('POST /judging/judges/:username/scores', 'judging-lead', {
  summary:
    "Enter a judge's score from paper, even while judging is paused; a repeat with the same key returns the first one; audited",
  idempotent: true,
  params: z.object({ username: judgeUsername }),
  body: z.strictObject(submittedScore),
});

export const moveScores = endpoint('POST /judging/scores/move', 'judging-lead', {
  summary:
    'Move scores to the tables that they belong to, all or none: each is voided and counts there; a repeat changes nothing; audited',
  body: z.strictObject({
    moves: z
      .array(z.strictObject({ id: z.int().positive(), to: number }))
      .min(1)
      .max(1000),
  }),
  response: success.extend({ moved: z.int() }),
});

const withAdjusted = z.object({ adjusted: z.literal('1').optional() });

export const exportScoresCsv = endpoint('GET /scores/export.csv', 'reviewer', {
  summary: 'Download all teams as CSV; `adjusted=1` adds the adjusted scores',
  query: withAdjusted,
  response: 'file',
  audit: { action: 'scores.exported' },
});

export const exportScoresJson = endpoint('GET /scores/export.json', 'reviewer', {
  summary: 'Download all teams and scores as JSON; `adjusted=1` adds the adjusted scores',
  query: withAdjusted,
  response: 'file',
  audit: { action: 'scores.exported' },
});
