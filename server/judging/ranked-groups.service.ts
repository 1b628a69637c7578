import { usualRubric } from '../../contract/judging/judging-tracks.ts';
import { describeConcern, listConcerns, rankAsDecided } from '../../contract/judging/publication-concerns.ts';
import type { RankedGroup } from '../../contract/judging/results.ts';
import { fail } from '../platform/http/problem.ts';
import type { Services } from '../platform/services.ts';
import type { StoredDecision, StoredWinner } from './judging.tables.ts';
import { findEntrants, nameWinners } from './published-results.service.ts';
import { countScoreChanges } from './scores.queries.ts';
import { selectTableProjects, selectTables, selectTableTracks } from './tables.queries.ts';
import { getTeamResults, listPrizeRankings } from './team-results.service.ts';
import {
  findConcerns,
  listUnjudgedGroups,
  listWinnerGroups,
  type RankedWinner,
  toPrizeGroup,
  type WinnerGroup,
} from './winners.ts';

type Needs = Pick<Services, 'db' | 'event' | 'now'>;
type Described = Omit<RankedGroup, 'decision'>;

/** How many entries of a ranking come with the judges' marks. */
const withMarks = 15;

/** The rankings by the scores at one moment: the winners to store, and everything that organizers should know. */
export interface RankedGroups {
  /** A version of the scores: equal as long as no score has changed. */
  version: string;
  groups: { stored: WinnerGroup; described: Described }[];
}

/** Loads the rankings. Throws `results_changed` if the scores are not at `version`. */
export async function loadRankedGroups(services: Needs, version?: string): Promise<RankedGroups> {
  const changes = await countScoreChanges(services.db);
  const tracks = new Map((await selectTableTracks(services.db)).map(({ number, track }) => [number, track]));
  const projects = await selectTableProjects(services.db);
  const teams = await getTeamResults(services);
  const scored = [
    ...listWinnerGroups(services.event, teams, (number) => tracks.get(number)),
    ...(await listPrizeRankings(services)).flatMap(toPrizeGroup),
  ];
  const groups = scored.length > 0 ? [...scored, ...listUnjudgedGroups(services.event, projects)] : [];
  const described = await describeGroups(services, groups, { tracks, projects });
  // The count only grows, so if it is equal after computing the winners, nothing changed in between.
  if (version !== undefined && version !== String(await countScoreChanges(services.db)))
    fail('results_changed');
  return {
    version: String(changes),
    groups: groups.map((stored, at) => ({ stored, described: described[at]! })),
  };
}

async function describeGroups(
  { db, event }: Needs,
  groups: readonly WinnerGroup[],
  {
    tracks,
    projects: listed,
  }: {
    tracks: ReadonlyMap<number, string>;
    projects: Awaited<ReturnType<typeof selectTableProjects>>;
  },
): Promise<Described[]> {
  const projects = new Map(listed.map((row) => [row.number, row]));
  const tables = await selectTables(db);
  const scored = new Set(groups.flatMap(({ ranking }) => ranking.map(({ id }) => id)));
  const isInGroup = (key: string, { track, teamNumber: number }: (typeof tables)[number]) =>
    key === `track:${track}` ||
    event.tracks.some(({ id, slug }) => key === `only:${slug}` && tracks.get(number) === id);
  const isEntered = (key: string, { track, teamNumber: number }: (typeof tables)[number]) =>
    track === usualRubric && projects.get(number)?.prizes.some((prize) => key === `special:${prize}`);
  const listUnscored = ({ key, ranking }: WinnerGroup) =>
    tables.filter((table) => {
      const id = String(table.teamNumber);
      if (isEntered(key, table)) return !ranking.some((entry) => entry.id === id);
      return isInGroup(key, table) && !scored.has(id);
    });
  const toUnscored = ({ teamNumber: number }: { teamNumber: number }) => ({ number, place: 0, tied: false });
  const all = [...groups.flatMap(({ ranking }) => ranking), ...tables.map(toUnscored)];
  const [toNamed, toEntrant] = [await nameWinners(db, all), await findEntrants(db, all)];
  const describe = (key: string, winner: RankedWinner, index: number) => {
    const { place, tied, name, team } = toNamed(winner);
    const { id, number, scores, average } = winner;
    const project = number === undefined ? undefined : projects.get(number);
    const about = { track: number === undefined ? undefined : tracks.get(number), project };
    const marks = index < withMarks ? winner.marks : [];
    const concerns = findConcerns(event, key, winner, about);
    const named = { id, name, team, ...toEntrant(winner) };
    return { ...named, scores, place, tied, average, marks, party: project?.id ?? id, concerns };
  };
  return groups.map((group) => ({
    key: group.key,
    label: group.label,
    places: group.places,
    ranking: group.ranking.map((winner, at) => describe(group.key, winner, at)),
    unscored: listUnscored(group).map((table) => {
      const unscored = toUnscored(table);
      const { name, team } = toNamed(unscored);
      return { id: String(table.teamNumber), name, team, ...toEntrant(unscored), scores: 0 };
    }),
  }));
}

/** Returns the winners of a decided ranking as they are stored. */
export function listDecidedWinners({ ranking }: WinnerGroup, decision: StoredDecision): StoredWinner[] {
  return rankAsDecided(ranking, decision)
    .filter(({ place }) => place <= decision.places)
    .map(({ id: _id, scores: _scores, average: _average, marks: _marks, ...winner }) => winner);
}

/** Throws `results_undecided` while a concern about a group is neither confirmed nor excluded. */
export function requireConfirmed(group: Described, decision: StoredDecision): void {
  const open = listConcerns(group, decision).filter(({ key }) => !decision.confirmed.includes(key));
  if (open.length === 0) return;
  const named = open.slice(0, 5).map((concern) => `${concern.name} ${describeConcern(concern)}`);
  const more = open.length > named.length ? [`and ${open.length - named.length} more`] : [];
  fail('results_undecided', { values: { concerns: [...named, ...more].join(', ') } });
}
