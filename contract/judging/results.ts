import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { judgeMark } from './judging.ts';
import { categoryProgress } from './judging-admin.ts';
import { needsReason } from './ranking.ts';

const { maxPlaces, maxDecisions, maxOrdered } = limits.results;

/**
 * Why organizers may not want to publish a winner. A table has too few scores, or one judge alone decided. Judges can score
 * any table in any category: its people may have submitted no project, belong to another track, have another project in a
 * team now, or not have entered for the prize.
 */
const concernKind = z.enum([
  'few-scores',
  'one-judge',
  'no-project',
  'other-track',
  'other-project',
  'not-entered',
]);
export type ConcernKind = z.infer<typeof concernKind>;

const entrantFields = {
  /** The people behind it, for organizers: not all have agreed to be named in public. */
  people: z.array(z.string()),
  table: z.int().nullable(),
};

const unscoredEntry = z.object({
  /** The number of the table, or the id of a project scored by judges of a prize. */
  id: z.string(),
  /** As it would be published: the project's title, the team, or the table. */
  name: z.string(),
  /** The team's name, if the project is a team's. */
  team: z.string().nullable(),
  ...entrantFields,
  /** How many judges' scores count. */
  scores: z.int(),
});

const rankedEntry = unscoredEntry.extend({
  place: z.int(),
  tied: z.boolean(),
  /** Two decimals if one would not distinguish it from an entry of another rank; empty for a prize without judges. */
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

const exclusion = z.strictObject({ id: entryId, reason: reason.min(1) });

const decisionFields = {
  /** How many ranks win; ties add winners. */
  places: z.int().min(0).max(maxPlaces),
  /** The first entries in the decided order, ties grouped; null: as the scores rank them. */
  order: z.array(z.array(entryId).min(1).max(maxDecisions)).min(1).max(maxOrdered).nullable(),
  /** Why the order differs from the scores, who chose it, or why one judge's score is enough for a rank in a track. */
  reason,
  /** The keys of the accepted concerns. */
  confirmed: z.array(z.string().max(400)).max(maxDecisions),
  excluded: z.array(exclusion).max(maxDecisions),
  /** For whoever presents the winners. */
  note: z.string().trim().max(limits.text.note),
};

const decision = z.object({
  /** From 1; grows with every change. */
  revision: z.int(),
  ...decisionFields,
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime(),
  /** The error code if you cannot lock it now. */
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
  /** Everything that was scored, best first, by the scores alone; for a prize without judges, what entered, all tied. */
  ranking: z.array(rankedEntry),
  /** Tables of a track, or entered for a special category, that have no score in it yet, although judges are sent there. */
  unscored: z.array(unscoredEntry),
  /** The suggested number of winning ranks. */
  places: z.int(),
  decision: decision.nullable(),
});
export type RankedGroup = z.infer<typeof rankedGroup>;

const publication = z.object({
  publishedAt: z.iso.datetime().nullable(),
  /** Identifies the scores behind this; it must still match when deciding or locking. */
  version: z.string(),
  groups: z.array(rankedGroup),
  /** The locked groups with winners, as revisions by key. */
  locked: z.array(z.string()),
  /** Whether the locked winners differ from the published ones. */
  isOutdated: z.boolean(),
  /** With a single organizer, deciding locks. */
  organizers: z.int(),
  /** What to check before deciding. */
  readiness: z.object({
    /** Only if there are any: special categories where an entered table has fewer scores than wanted. */
    categories: z.array(categoryProgress).optional(),
    /** Tables with fewer scores than wanted, by number. */
    fewScores: z.array(z.int()),
    /** Scores waiting on judges' devices, as last reported. */
    waiting: z.array(z.object({ judge: z.string(), scores: z.int() })),
    /** Prizes whose own judges are fewer than two. */
    oneJudge: z.array(z.string()),
    /** Submitted projects without a table. */
    noTable: z.array(z.string()),
  }),
});
export type Publication = z.infer<typeof publication>;

export const getPublication = endpoint('GET /results', 'judging-lead', {
  summary: 'Get the rankings with their decisions, and whether the winners are published',
  response: publication,
});

const seen = {
  group: z.string().max(200),
  version: z.string().max(100),
  /** The revision that the caller saw; 0 without a decision. */
  revision: z.int().min(0),
};

export const decideResult = endpoint('PUT /results/decision', 'judging-lead', {
  summary:
    'Decide the winners of a group, which another organizer then locks; 409 when scores or the decision have changed, and `results_undecided` while a concern is neither confirmed nor excluded',
  body: z
    .strictObject({ ...seen, ...decisionFields })
    .refine((body) => body.reason !== '' || !needsReason(body.group, body), {
      path: ['reason'],
      error: 'is missing',
    }),
});

export const lockResult = endpoint('POST /results/lock', 'judging-lead', {
  summary: 'Confirm and lock what another organizer decided; a repeat changes nothing',
  body: z.strictObject(seen),
});

export const unlockResult = endpoint('POST /results/unlock', 'judging-lead', {
  summary: 'Unlock the winners of a group, with a reason; audited',
  body: z.strictObject({ group: seen.group, reason: reason.min(1) }),
});

export const publishResults = endpoint('PUT /results', 'judging-lead', {
  summary:
    'Publish the winners of all locked groups, or publish them again; 409 `decision_changed` if they differ from `locked`',
  body: z.strictObject({
    /** The `locked` of the publication that the caller saw. */
    locked: z.array(z.string().max(220)).min(1).max(maxDecisions),
  }),
});

/** The locked winners as presented on stage, without scores; the first group's prize is last. */
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
      /** Ends with the first rank; tied winners follow one another. */
      winners: z.array(
        z.object({
          place: z.int(),
          name: z.string(),
          team: z.string().nullable(),
          /** The makers who agreed to be named. */
          makers: z.array(z.string()),
          ...entrantFields,
          /** An address on this site. */
          picture: z.string().nullable(),
        }),
      ),
    }),
  ),
});
export type Show = z.infer<typeof show>;

export const getShow = endpoint('GET /results/show', 'judging-lead', {
  summary: 'Get the locked winners, prize by prize, in the order of the presentation',
  response: show,
});

export const withdrawResults = endpoint('DELETE /results', 'judging-lead', {
  summary: 'Unpublish the results',
});
