import { type Event, listPrizes } from '../../contract/event/event.ts';
import type { PrizeRanking } from '../../contract/judging/judging.ts';
import {
  getRubricTitle,
  listTrackRubrics,
  listTracksOfRubric,
} from '../../contract/judging/judging-tracks.ts';
import { filterTeams, listMarks, rankTeams } from '../../contract/judging/ranking.ts';
import type { ConcernKind, RankedEntry } from '../../contract/judging/results.ts';
import { limits } from '../../contract/limits.ts';
import type { StoredWinner } from './judging.tables.ts';
import type { TeamResult } from './team-results.service.ts';

const winningRanks = 3;

/** An entry of a ranking, with the number of judges whose scores count, and the deciding marks. */
export type RankedWinner = StoredWinner &
  Pick<RankedEntry, 'average' | 'marks'> & { id: string; scores: number };

/** A ranking, best first. */
export interface WinnerGroup {
  key: string;
  label: string;
  /** The suggested number of winning ranks. */
  places: number;
  ranking: RankedWinner[];
}

function listWinners(teams: readonly TeamResult[], category?: string): RankedWinner[] {
  return rankTeams(teams, category).map(({ entry: team, rank, tied, average, precise }) => ({
    id: String(team.team_number),
    number: team.team_number,
    place: rank,
    tied,
    scores: team.judge_count,
    average: precise ?? average.toFixed(1),
    marks: listMarks(team, category),
  }));
}

/**
 * Returns what track judges decide, ranked as in the presentation: the tracks, and the special categories. Tracks that
 * share their judges have separate rankings (`getTrack` says which one a table is in). Groups without scores are left out.
 * If the best average is 0, nobody is suggested.
 */
export function listWinnerGroups(
  event: Pick<Event, 'tracks' | 'specialCategories' | 'projects' | 'rubric'>,
  teams: readonly TeamResult[],
  getTrack: (number: number) => string | undefined,
): WinnerGroup[] {
  const rubrics = new Set([...listTrackRubrics(event), ...Object.keys(event.rubric)]);
  const alone = [...rubrics].filter((rubric) => listTracksOfRubric(event, rubric).length <= 1);
  const byRubric = alone.map((rubric) => ({
    key: `track:${rubric}`,
    label: getRubricTitle(event, rubric),
    places: winningRanks,
    ranking: listWinners(filterTeams(teams, rubric)),
  }));
  const others = event.tracks
    .filter((track) => {
      const shown = listTracksOfRubric(event, track.rubric);
      return shown.length > 1 || shown[0] !== track;
    })
    .map(({ id, slug, title, rubric }) => ({
      key: `only:${slug}`,
      label: title,
      // Tracks other than the one that the rubric is named after have one winner.
      places: alone.includes(rubric) ? 1 : winningRanks,
      ranking: listWinners(
        filterTeams(teams, rubric).filter(({ team_number }) => getTrack(team_number) === id),
      ),
    }));
  const special = listPrizes({ ...event, projects: event.projects && { ...event.projects, prizes: [] } }).map(
    ({ key, label }) => ({
      key: `special:${key}`,
      label,
      places: 1,
      ranking: listWinners(filterTeams(teams, `special:${key}`), key),
    }),
  );
  return [...byRubric, ...others, ...special]
    .filter(({ ranking }) => ranking.length > 0)
    .map((group) => ({ ...group, places: Number(group.ranking[0]?.average ?? 0) > 0 ? group.places : 0 }));
}

/** Returns what organizers should know before an entry wins a group. `project` is the one submitted by a table's people. */
export function findConcerns(
  event: Pick<Event, 'tracks'>,
  key: string,
  { number, scores, marks }: RankedWinner,
  {
    track,
    project,
  }: {
    track: string | undefined;
    project: { prizes: readonly string[]; hasOther: boolean } | undefined;
  },
): ConcernKind[] {
  const [, rubric] = /^track:(.+)$/.exec(key) ?? [];
  const isOther =
    rubric && project && track && !listTracksOfRubric(event, rubric).some(({ id }) => id === track);
  const isEntered = !key.startsWith('special:') || project?.prizes.includes(key.slice('special:'.length));
  const isTable = number !== undefined;
  const isPrize = !isTable || key.startsWith('special:');
  const found: [ConcernKind, unknown][] = [
    ['few-scores', isTable && scores < limits.judging.scoresPerTeam],
    ['one-judge', isPrize && marks.length === 1],
    ['no-project', isTable && !project],
    ['other-track', isTable && isOther],
    ['other-project', isTable && project?.hasOther],
    ['not-entered', isTable && project && !isEntered],
  ];
  return found.filter(([, is]) => is).map(([kind]) => kind);
}

/** Returns what the event calls a group of winners; null for none, and for one that it has no longer. */
export function findGroupLabel(
  event: Pick<Event, 'tracks' | 'specialCategories' | 'projects'>,
  group: string | null,
): string | null {
  const [kind, name] = group?.split(':') ?? [];
  if (!name) return null;
  if (kind === 'track') return getRubricTitle(event, name);
  const tracks = event.tracks.map(({ slug, title }) => ({ key: slug, label: title }));
  return (kind === 'only' ? tracks : listPrizes(event)).find(({ key }) => key === name)?.label ?? null;
}

/** Returns the ranking by a prize's judges as a group; nothing until they have scored. */
export function toPrizeGroup({ key, label, projects }: PrizeRanking): WinnerGroup[] {
  const ranking = projects.map(({ _id, place, tied, average, precise, marks }) => {
    const shown = precise ?? average.toFixed(1);
    return { id: _id, project: _id, place, tied, scores: marks.length, average: shown, marks };
  });
  return ranking.length > 0 ? [{ key: `prize:${key}`, label, places: 1, ranking }] : [];
}

/** Returns the prizes without judges as groups of the projects entered for them, all tied: organizers choose the winner. */
export function listUnjudgedGroups(
  { projects }: Pick<Event, 'projects'>,
  submitted: readonly { id: string; number: number; prizes: readonly string[] }[],
): WinnerGroup[] {
  const prizes = projects ? projects.prizes.filter(({ judgedBy }) => !judgedBy) : [];
  return prizes.flatMap(({ key, label }) => {
    const ranking = submitted
      .filter((project) => project.prizes.includes(key))
      .toSorted((a, b) => a.number - b.number)
      .map(({ id }, _, { length }) => ({
        ...{ id, project: id, place: 1, tied: length > 1 },
        ...{ scores: 0, average: '', marks: [] },
      }));
    return ranking.length > 0 ? [{ key: `prize:${key}`, label, places: 0, ranking }] : [];
  });
}
