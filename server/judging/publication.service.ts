import { describeConcern, listConcerns, rankWithout } from '../../contract/judging/publication-concerns.ts';
import type * as contract from '../../contract/judging/results.ts';
import type { Publication, RankedGroup } from '../../contract/judging/results.ts';
import type { BodyOf } from '../../contract/platform/endpoint.ts';
import { recordAudit } from '../platform/audit/audit.service.ts';
import { lockKey } from '../platform/db/locks.ts';
import { transact } from '../platform/db/transact.ts';
import { fail } from '../platform/http/problem.ts';
import type { Services } from '../platform/services.ts';
import {
  getStoredResults,
  nameWinners,
  storePublishedResults,
} from '../projects/published-results.service.ts';
import type { PublishedResults, Winner } from '../projects/published-results.ts';
import { countPrizeScores, countScoreChanges } from './scores.queries.ts';
import { selectTableProjects, selectTables, selectTableTracks } from './tables.queries.ts';
import { getTeamResults, listPrizeRankings } from './team-results.service.ts';
import {
  findConcerns,
  listWinnerGroups,
  type RankedWinner,
  toPrizeGroup,
  type WinnerGroup,
} from './winners.ts';

type Needs = Pick<Services, 'db' | 'event' | 'now'>;

/** Returns what scores have changed so far, as a text that is the same while nothing has. */
async function getVersion({ db }: Needs): Promise<string> {
  return `${await countScoreChanges(db)}.${await countPrizeScores(db)}`;
}

async function loadTracks({ db }: Needs): Promise<ReadonlyMap<number, string>> {
  return new Map((await selectTableTracks(db)).map(({ number, track }) => [number, track]));
}

async function listGroups(services: Needs, tracks: ReadonlyMap<number, string>): Promise<WinnerGroup[]> {
  return [
    ...listWinnerGroups(services.event, await getTeamResults(services), (number) => tracks.get(number)),
    ...(await listPrizeRankings(services)).flatMap(toPrizeGroup),
  ];
}

/** Returns the winners of these places as they are stored. */
function takePlaces(ranking: readonly RankedWinner[], places: number): Winner[] {
  return ranking
    .filter(({ place }) => place <= places)
    .map(({ id: _id, scores: _scores, deciding: _deciding, ...winner }) => winner);
}

/** Returns whether the scores of now would give other winners in a group than those that are published. */
function isGroupOutdated(
  { key, winners }: PublishedResults['groups'][number],
  groups: readonly WinnerGroup[],
  excluded: NonNullable<PublishedResults['excluded']>,
) {
  const places = Math.max(0, ...winners.map(({ place }) => place));
  const group = groups.find((each) => each.key === key);
  const now = takePlaces(group ? rankWithout(group, excluded) : [], places);
  const toText = (list: readonly Winner[]) =>
    JSON.stringify(list.map(({ place, number, project }) => [place, number, project]));
  return toText(now) !== toText(winners);
}

/** Returns the groups with everything that organizers should know before they publish them. */
async function describeGroups(
  { db, event }: Needs,
  groups: readonly WinnerGroup[],
  tracks: ReadonlyMap<number, string>,
): Promise<RankedGroup[]> {
  const projects = new Map((await selectTableProjects(db)).map((row) => [row.number, row]));
  const scored = new Set(groups.flatMap(({ ranking }) => ranking.map(({ id }) => id)));
  const unscored = (await selectTables(db)).filter(({ teamNumber }) => !scored.has(String(teamNumber)));
  const toUnscored = ({ teamNumber: number }: { teamNumber: number }) => ({ number, place: 0, tied: false });
  const toNamed = await nameWinners(db, [
    ...groups.flatMap(({ ranking }) => ranking),
    ...unscored.map(toUnscored),
  ]);
  return groups.map(({ key, label, places, ranking }) => ({
    key,
    label,
    places,
    ranking: ranking.map((winner) => {
      const { place, tied, name, team } = toNamed(winner);
      const { id, number, scores } = winner;
      const about = {
        track: number === undefined ? undefined : tracks.get(number),
        project: number === undefined ? undefined : projects.get(number),
      };
      return { id, name, team, scores, place, tied, concerns: findConcerns(event, key, winner, about) };
    }),
    unscored: unscored
      .filter(
        ({ track, teamNumber }) =>
          key === `track:${track}` ||
          event.tracks.some(({ id, slug }) => key === `only:${slug}` && tracks.get(teamNumber) === id),
      )
      .map((table) => {
        const { name, team } = toNamed(toUnscored(table));
        return { id: String(table.teamNumber), name, team, scores: 0 };
      }),
  }));
}

export async function getPublication(services: Needs): Promise<Publication> {
  const version = await getVersion(services);
  const tracks = await loadTracks(services);
  const groups = await listGroups(services, tracks);
  const stored = await getStoredResults(services.db);
  return {
    publishedAt: stored?.at ?? null,
    version,
    groups: (await describeGroups(services, groups, tracks)).map((group) => {
      const before = stored?.groups.find(({ key }) => key === group.key)?.winners ?? [];
      return {
        ...group,
        places: stored ? Math.max(0, ...before.map(({ place }) => place)) : group.places,
      };
    }),
    isOutdated:
      stored?.groups.some((group) => isGroupOutdated(group, groups, stored.excluded ?? [])) ?? false,
  };
}

/** Throws `results_undecided` while something about these places is neither confirmed nor excluded. */
function requireDecisions(
  groups: readonly RankedGroup[],
  { places, confirmed, excluded }: BodyOf<typeof contract.publishResults>,
): void {
  const open = listConcerns(groups, places, excluded).filter(({ key }) => !confirmed.includes(key));
  if (open.length === 0) return;
  const named = open.slice(0, 5).map((concern) => `${concern.name} ${describeConcern(concern)}`);
  const more = open.length > named.length ? [`and ${open.length - named.length} more`] : [];
  fail('results_undecided', { values: { concerns: [...named, ...more].join(', ') } });
}

/**
 * Publishes the best places of each group, as the scores are now: whoever shares a place is named too. Throws
 * `results_changed` when they are not at `version`, and `results_undecided`.
 */
export async function publishResults(
  services: Needs,
  actorId: string,
  body: BodyOf<typeof contract.publishResults>,
): Promise<void> {
  const { db, now } = services;
  const { version, places, confirmed, excluded } = body;
  await transact(db, async (trx) => {
    await lockKey(trx, 'results');
    const tracks = await loadTracks(services);
    const ranked = await listGroups(services, tracks);
    const described = await describeGroups(services, ranked, tracks);
    // The count only grows: when it is the same after the winners were computed, it was the same before.
    if ((await getVersion(services)) !== version) fail('results_changed');
    requireDecisions(described, body);
    const groups = ranked
      .map((group) => ({
        key: group.key,
        label: group.label,
        winners: takePlaces(rankWithout(group, excluded), places[group.key] ?? 0),
      }))
      .filter(({ winners }) => winners.length > 0);
    const without = excluded.map(({ group, id }) => ({ group, id }));
    await storePublishedResults(trx, {
      at: now().toISOString(),
      groups,
      ...(without.length > 0 && { excluded: without }),
    });
    const detail = {
      groups: groups.map(({ key, winners }) => ({ key, winners: winners.length })),
      confirmed,
    };
    await recordAudit(trx, { actorId, action: 'results.published', subject: 'results', detail });
    for (const { group, id, reason } of excluded)
      await recordAudit(trx, {
        actorId,
        action: 'results.excluded',
        subject: `${group} ${id}`,
        detail: { reason },
      });
  });
}

/** Takes the published results back; does nothing while there are none. */
export function withdrawResults({ db }: Needs, actorId: string): Promise<void> {
  return transact(db, async (trx) => {
    await lockKey(trx, 'results');
    if (!(await storePublishedResults(trx, null))) return;
    await recordAudit(trx, { actorId, action: 'results.withdrawn', subject: 'results' });
  });
}
