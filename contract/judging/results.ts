import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { judgeMark } from './judging.ts';
import { categoryProgress } from './judging-admin.ts';
import { needsReason } from './ranking.ts';

const { maxPlaces, maxDecisions, maxOrdered } = limits.results;

/**
 * Why organizers may not want to publish a winner. A table has fewer scores than wanted; one judge alone
 * decided. A judge can score any table in any category: its people have submitted no project, belong to another
 * track, or have not entered for the prize.
 */
const concernKind = z.enum(['few-scores', 'one-judge', 'no-project', 'other-track', 'not-entered']);
export type ConcernKind = z.infer<typeof concernKind>;

const unscoredEntry = z.object({
  /** The number of the table, or the id of a project that judges of a prize scored. */
  id: z.string(),
  /** As everybody would read it: the project's title, the team, or the table. */
  name: z.string(),
  /** The team's name, if the team has a project. */
  team: z.string().nullable(),
  /** How many judges' scores count. */
  scores: z.int(),
});

const rankedEntry = unscoredEntry.extend({
  place: z.int(),
  tied: z.boolean(),
  /** Two decimals if one decimal would not tell it from the entry of another place. */
  average: z.string(),
  /** By judge; empty for entries too far down to win. */
  marks: z.array(judgeMark),
  /** Identifies the project across rankings. */
  party: z.string(),
  concerns: z.array(concernKind),
});
export type RankedEntry = z.infer<typeof rankedEntry>;

/** A concern about an entry of a group; `key` confirms it. */
export interface Concern extends z.infer<typeof unscoredEntry> {
  key: string;
  kind: ConcernKind;
}

const entryId = z.string().max(100);
const reason = z.string().trim().max(limits.text.reason);

/** An entry that is left out of a ranking. */
const exclusion = z.strictObject({ id: entryId, reason: reason.min(1) });

const decisionFields = {
  /** How many places are won; more people win where they share a place. */
  places: z.int().min(0).max(maxPlaces),
  /** The first entries, in the order that was decided, those that share a place together; null: as the scores rank them. */
  order: z.array(z.array(entryId).min(1).max(maxDecisions)).min(1).max(maxOrdered).nullable(),
  /** Why the order differs from the scores, or one judge's score is enough for a place in a track. */
  reason,
  /** The keys of the concerns that were accepted, each by itself. */
  confirmed: z.array(z.string().max(400)).max(maxDecisions),
  excluded: z.array(exclusion).max(maxDecisions),
  /** For the presenter of the winners. */
  note: z.string().trim().max(limits.text.note),
};

/** What organizers decided about a group. */
const decision = z.object({
  /** From 1; grows with every change. */
  revision: z.int(),
  ...decisionFields,
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime(),
  /** Why you cannot lock it now: an error code. */
  lockRefusal: z.string().optional(),
  locked: z
    .object({
      by: z.string().nullable(),
      at: z.iso.datetime(),
      /** Whether the current scores would give other winners. */
      isOutdated: z.boolean(),
      winners: z.array(unscoredEntry.omit({ scores: true }).extend({ place: z.int(), tied: z.boolean() })),
    })
    .nullable(),
});
export type Decision = z.infer<typeof decision>;

/** A ranking with winners: a track, a special category, or a prize. */
const rankedGroup = z.object({
  key: z.string(),
  label: z.string(),
  /** Everything that was scored, best first, by the scores alone. */
  ranking: z.array(rankedEntry),
  /** Tables of a track, or entered for a special category, that nobody has scored in it yet, although judges are sent there. */
  unscored: z.array(unscoredEntry),
  /** How many places are suggested. */
  places: z.int(),
  decision: decision.nullable(),
});
export type RankedGroup = z.infer<typeof rankedGroup>;

const publication = z.object({
  publishedAt: z.iso.datetime().nullable(),
  /** What was scored when this was computed: it must be the same when it is decided or locked. */
  version: z.string(),
  groups: z.array(rankedGroup),
  /** Whether other winners are locked than are published. */
  isOutdated: z.boolean(),
  /** With a single organizer, deciding locks. */
  organizers: z.int(),
  /** What should be looked at before anything is decided. */
  readiness: z.object({
    /** Only while there are any: special categories in which a table that entered has fewer scores than wanted. */
    categories: z.array(categoryProgress).optional(),
    /** Tables with fewer scores than wanted, by number. */
    fewScores: z.array(z.int()),
    /** Scores that wait on judges’ devices, as these last reported. */
    waiting: z.array(z.object({ judge: z.string(), scores: z.int() })),
    /** Prizes with judges of their own that have fewer than two judges. */
    oneJudge: z.array(z.string()),
    /** Submitted projects without a table. */
    noTable: z.array(z.string()),
  }),
});
export type Publication = z.infer<typeof publication>;

export const getPublication = endpoint('GET /results', {
  summary: 'Get the rankings with what is decided about them, and whether the winners are published',
  access: 'judging-lead',
  response: publication,
});

const seen = {
  group: z.string().max(200),
  version: z.string().max(100),
  /** The revision that was seen; 0 if there was no decision. */
  revision: z.int().min(0),
};

export const decideResult = endpoint('PUT /results/decision', {
  summary:
    'Decide the winners of a group, which another organizer then locks; 409 when scores or the decision have changed, and `results_undecided` while a concern is neither confirmed nor excluded',
  access: 'judging-lead',
  body: z
    .strictObject({ ...seen, ...decisionFields })
    .refine((body) => body.reason !== '' || !needsReason(body.group, body), {
      path: ['reason'],
      error: 'is missing',
    }),
});

export const lockResult = endpoint('POST /results/lock', {
  summary: 'Confirm and lock what another organizer decided; a repeat changes nothing',
  access: 'judging-lead',
  body: z.strictObject(seen),
});

export const unlockResult = endpoint('POST /results/unlock', {
  summary: 'Unlock the winners of a group, with a reason; audited',
  access: 'judging-lead',
  body: z.strictObject({ group: seen.group, reason: reason.min(1) }),
});

export const publishResults = endpoint('PUT /results', {
  summary:
    'Publish the winners of all locked groups, or publish them anew; 409 `decision_changed` when they are others than `locked`',
  access: 'judging-lead',
  body: z.strictObject({
    /** The locked groups that were seen, each by its key with its revision. */
    locked: z.array(z.string().max(220)).min(1).max(maxDecisions),
  }),
});

/** The locked winners as they are told on stage: the last prize is that of the first group. No scores. */
const show = z.object({
  /** Changes when other winners are locked. */
  version: z.string(),
  prizes: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      /** The sponsor or the prize. */
      sponsor: z.string().nullable(),
      /** For the presenter. */
      note: z.string(),
      /** The first place last; those that share a place one after the other. */
      winners: z.array(
        z.object({
          place: z.int(),
          name: z.string(),
          team: z.string().nullable(),
          /** The makers who agree to be named. */
          makers: z.array(z.string()),
          /** An address on this site. */
          picture: z.string().nullable(),
        }),
      ),
    }),
  ),
});
export type Show = z.infer<typeof show>;

export const getShow = endpoint('GET /results/show', {
  summary: 'Get the locked winners, prize by prize, as they are told on stage',
  access: 'judging-lead',
  response: show,
});

export const withdrawResults = endpoint('DELETE /results', {
  summary: 'Take the published results back',
  access: 'judging-lead',
});
