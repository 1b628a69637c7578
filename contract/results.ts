import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { success } from './responses.ts';

const { maxPlaces } = limits.results;

/** Why organizers may not want to publish a winner: a judge can score any table in any category. */
const winnerWarning = z.enum(['no-project', 'other-track', 'not-entered']);
export type WinnerWarning = z.infer<typeof winnerWarning>;

const rankedEntry = z.object({
  place: z.int(),
  /** Shares its place with another one. */
  tied: z.boolean(),
  /** As everybody would read it: the project's title, the team, or the table. */
  name: z.string(),
  /** Of a team with a project: the team's name. */
  team: z.string().nullable(),
  warning: winnerWarning.optional(),
});

/** A ranking with winners: a track, a special category, or a prize. */
const rankedGroup = z.object({
  key: z.string(),
  label: z.string(),
  /** The best as the scores are now, as far as places can be published. */
  ranking: z.array(rankedEntry),
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
    'Publish the winners, or publish them anew; 409 `results_changed` when scores have changed since `version`',
  access: 'admin',
  body: z.strictObject({
    version: z.string().max(100),
    /** How many places of each group everybody sees; a group that is not named has none. */
    places: z.record(z.string().max(200), z.int().min(0).max(maxPlaces)),
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
