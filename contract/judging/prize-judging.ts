import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { projectLinks } from '../platform/web-link.ts';
import { adjustedScore, judgeMarks } from './judging.ts';

const prize = z.object({ key: z.string(), label: z.string(), judgedBy: z.string() });

/** The judge's own score of a project; the latest one counts. */
const prizeScore = z.object({
  project: z.uuid(),
  scores: judgeMarks,
  weighted_total: z.number(),
  created_at: z.iso.datetime(),
});

/** A project that is entered for the prize, as its judges see it. */
const enteredProject = z.object({
  _id: z.uuid(),
  teamNumber: z.int().nullable(),
  title: z.string(),
  tagline: z.string(),
  team: z.string().nullable(),
  links: z.array(z.object({ name: z.enum(projectLinks), url: z.string(), host: z.string() })),
  mine: prizeScore.nullable(),
});
export type EnteredProject = z.infer<typeof enteredProject>;

const prizeJudging = z.object({
  prize: prize.extend({
    rubric: z.array(
      z.object({ key: z.string(), label: z.string(), weight: z.int(), description: z.string() }),
    ),
  }),
  paused: z.boolean(),
  /** By table number, those without one last. */
  projects: z.array(enteredProject),
  /** The project to look at next; null when this judge has scored all. */
  next: z.uuid().nullable(),
});
export type PrizeJudging = z.infer<typeof prizeJudging>;

export const getPrizeJudging = endpoint({
  method: 'GET',
  path: '/judge/prize',
  summary: 'Get the prize that you judge, the projects entered for it, and which one is next',
  access: 'judge',
  response: prizeJudging,
});

export const submitPrizeScore = endpoint({
  method: 'POST',
  path: '/judge/prize/scores',
  summary: 'Score a project that is entered for your prize; a later score of yours replaces it',
  access: 'judge',
  idempotent: true,
  body: z.strictObject({ project: z.uuid(), scores: judgeMarks }),
  response: prizeScore,
  status: 201,
  limit: { max: 60, seconds: 60 },
});

const rankedProject = z.object({
  _id: z.uuid(),
  teamNumber: z.int().nullable(),
  title: z.string(),
  team: z.string().nullable(),
  /** From 1; projects whose averages are equal to two decimals share a place. */
  place: z.int(),
  tied: z.boolean(),
  /** The average of each judge's latest total, rounded half away from zero to one decimal. */
  average: z.number(),
  /** With two decimals, where a project of another place has the same `average`. */
  precise: z.string().optional(),
  judges: z.record(z.string(), z.number()),
  adjusted: adjustedScore,
});
const prizeRanking = prize.extend({ projects: z.array(rankedProject) });
export type PrizeRanking = z.infer<typeof prizeRanking>;

export const listPrizeRankings = endpoint({
  method: 'GET',
  path: '/scores/prizes',
  summary: 'List the prizes with judges of their own, each with its projects by average',
  access: 'reviewer',
  response: z.array(prizeRanking),
});
