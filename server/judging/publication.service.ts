import type { Publication } from '../../contract/results.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { lockKey } from '../db/locks.ts';
import { transact } from '../db/transact.ts';
import { fail } from '../http/problem.ts';
import {
  getStoredResults,
  nameWinners,
  storePublishedResults,
} from '../projects/published-results.service.ts';
import type { PublishedResults, Winner } from '../projects/published-results.ts';
import type { Services } from '../services.ts';
import { countPrizeScores } from './prize-judging.queries.ts';
import { listPrizeRankings } from './prize-results.service.ts';
import { countScoreChanges } from './score-review.queries.ts';
import { selectTableProjects, selectTableTracks } from './tables.queries.ts';
import { getTeamResults } from './team-results.service.ts';
import { findWinnerWarning, listWinnerGroups, toPrizeGroup, type WinnerGroup } from './winners.ts';

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

const takePlaces = (winners: readonly Winner[], places: number) =>
  winners.filter(({ place }) => place <= places);

/** Returns whether the scores of now would give other winners in a group than those that are published. */
function isGroupOutdated(
  { key, winners }: PublishedResults['groups'][number],
  groups: readonly WinnerGroup[],
) {
  const places = Math.max(0, ...winners.map(({ place }) => place));
  const now = takePlaces(groups.find((group) => group.key === key)?.winners ?? [], places);
  const toText = (list: readonly Winner[]) =>
    JSON.stringify(list.map(({ place, number, project }) => [place, number, project]));
  return toText(now) !== toText(winners);
}

export async function getPublication(services: Needs): Promise<Publication> {
  const version = await getVersion(services);
  const tracks = await loadTracks(services);
  const groups = await listGroups(services, tracks);
  const projects = new Map((await selectTableProjects(services.db)).map((row) => [row.number, row]));
  const findWarning = (key: string, { number }: Winner) =>
    services.event.projects && number !== undefined
      ? findWinnerWarning(services.event, key, { track: tracks.get(number), project: projects.get(number) })
      : undefined;
  const stored = await getStoredResults(services.db);
  const toNamed = await nameWinners(
    services.db,
    groups.flatMap(({ winners }) => winners),
  );
  return {
    publishedAt: stored?.at ?? null,
    version,
    groups: groups.map(({ key, label, places, winners }) => {
      const before = stored?.groups.find((group) => group.key === key)?.winners;
      return {
        key,
        label,
        places: stored ? Math.max(0, ...(before ?? []).map(({ place }) => place)) : places,
        ranking: winners.map((winner) => {
          const { place, tied, name, team } = toNamed(winner);
          return { place, tied, name, team, warning: findWarning(key, winner) };
        }),
      };
    }),
    isOutdated: stored?.groups.some((group) => isGroupOutdated(group, groups)) ?? false,
  };
}

/**
 * Publishes the best places of each group, as the scores are now: whoever shares a place is named too. Throws
 * `results_changed` when they are not at `version`.
 */
export async function publishResults(
  services: Needs,
  actorId: string,
  { version, places }: { version: string; places: Record<string, number> },
): Promise<void> {
  const { db, now } = services;
  await transact(db, async (trx) => {
    await lockKey(trx, 'results');
    const groups = (await listGroups(services, await loadTracks(services)))
      .map(({ key, label, winners }) => ({ key, label, winners: takePlaces(winners, places[key] ?? 0) }))
      .filter(({ winners }) => winners.length > 0);
    // The count only grows: when it is the same after the winners were computed, it was the same before.
    if ((await getVersion(services)) !== version) fail('results_changed');
    await storePublishedResults(trx, { at: now().toISOString(), groups });
    const detail = { groups: groups.map(({ key, winners }) => ({ key, winners: winners.length })) };
    await recordAudit(trx, { actorId, action: 'results.published', subject: 'results', detail });
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
