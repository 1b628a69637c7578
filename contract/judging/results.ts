import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { success } from '../platform/responses.ts';

const { maxPlaces, maxDecisions } = limits.results;

/**
 * Why organizers may not want to publish a winner. A table has fewer scores than wanted; one judge alone decided a prize or a
 * special category. A judge can score any table in any category: its people have submitted no project, belong to another
 * track, or have not entered for the prize.
 */
const concernKind = z.enum(['few-scores', 'one-judge', 'no-project', 'other-track', 'not-entered']);
export type ConcernKind = z.infer<typeof concernKind>;

const unscoredEntry = z.object({
  /** The number of the table, or the id of a project that judges of a prize scored. */
  id: z.string(),
  /** As everybody would read it: the project's title, the team, or the table. */
  name: z.string(),
  /** Of a team with a project: the team's name. */
  team: z.string().nullable(),
  /** How many judges' scores count. */
  scores: z.int(),
});

const rankedEntry = unscoredEntry.extend({
  place: z.int(),
  /** Shares its place with another one. */
  tied: z.boolean(),
  concerns: z.array(concernKind),
});
export type RankedEntry = z.infer<typeof rankedEntry>;

/** A concern about an entry of a group; `key` confirms it. */
export interface Concern extends z.infer<typeof unscoredEntry> {
  key: string;
  group: string;
  kind: ConcernKind;
}

/** A ranking with winners: a track, a special category, or a prize. */
const rankedGroup = z.object({
  key: z.string(),
  label: z.string(),
  /** All that was scored, the best first. */
  ranking: z.array(rankedEntry),
  /** Tables of a track that nobody has scored yet, although judges are sent there. */
  unscored: z.array(unscoredEntry),
  /** How many places are public; before publishing, how many are suggested. */
  places: z.int(),
});
export type RankedGroup = z.infer<typeof rankedGroup>;

const publication = z.object({
  publishedAt: z.iso.datetime().nullable(),
  /** What was scored when this was computed: it must be the same when it is published. */
  version: z.string(),
  groups: z.array(rankedGroup),
  /** The scores of today would give other winners than the published ones. */
  isOutdated: z.boolean(),
});
export type Publication = z.infer<typeof publication>;

/** An entry that a group's ranking goes without. */
const exclusion = z.strictObject({
  group: z.string().max(200),
  id: z.string().max(100),
  reason: z.string().trim().min(1).max(limits.text.reason),
});
export type Exclusion = z.infer<typeof exclusion>;

export const getPublication = endpoint({
  method: 'GET',
  path: '/results',
  summary: 'Get what publishing the results would show, and whether they are published',
  access: 'admin',
  response: publication,
});

export const publishResults = endpoint({
  method: 'PUT',
  path: '/results',
  summary:
    'Publish the winners, or publish them anew; 409 `results_changed` when scores have changed since `version`, and `results_undecided` while a concern is neither confirmed nor excluded',
  access: 'admin',
  body: z.strictObject({
    version: z.string().max(100),
    /** How many places of each group everybody sees; a group that is not named has none. */
    places: z.record(z.string().max(200), z.int().min(0).max(maxPlaces)),
    /** The keys of the concerns that the organizer accepted, each by itself. */
    confirmed: z.array(z.string().max(400)).max(maxDecisions).default([]),
    excluded: z.array(exclusion).max(maxDecisions).default([]),
  }),
  response: success,
});

export const withdrawResults = endpoint({
  method: 'DELETE',
  path: '/results',
  summary: 'Take the published results back',
  access: 'admin',
  response: success,
});
