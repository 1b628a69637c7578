import { type Event, listPrizes } from '../../contract/event.ts';
import { getRubricTitle, judgingTracks, listTracksOfRubric } from '../../contract/judging-tracks.ts';
import { limits } from '../../contract/limits.ts';
import type { PrizeRanking } from '../../contract/prize-judging.ts';
import { filterTeams, rankTeams } from '../../contract/ranking.ts';
import type { WinnerWarning } from '../../contract/results.ts';
import type { Winner } from '../projects/published-results.ts';
import type { TeamResult } from './team-results.service.ts';

const { maxPlaces } = limits.results;
const placesOfTrack = 3;

/** A ranking as far as it can be published, the best first; more than `maxPlaces` when the last ones are tied. */
export interface WinnerGroup {
  key: string;
  label: string;
  /** How many places are suggested. */
  places: number;
  winners: Winner[];
}

function listWinners(teams: readonly TeamResult[], category?: string): Winner[] {
  return rankTeams(teams, category)
    .map(({ entry, place, tied }) => ({ number: entry.team_number, place, tied }))
    .filter(({ place }) => place <= maxPlaces);
}

/**
 * Returns what can be won by the judges of the tracks, each ranked as the presentation ranks it: the tracks, the tracks that
 * share their judges with another one (`getTrack` says which one a table is in), and the special categories. What nobody
 * was scored for is left out.
 */
export function listWinnerGroups(
  event: Pick<Event, 'tracks' | 'specialCategories' | 'projects'>,
  teams: readonly TeamResult[],
  getTrack: (number: number) => string | undefined,
): WinnerGroup[] {
  const byRubric = judgingTracks.map((rubric) => ({
    key: `track:${rubric}`,
    label: getRubricTitle(event, rubric),
    places: placesOfTrack,
    winners: listWinners(filterTeams(teams, rubric)),
  }));
  const others = event.tracks
    .filter((track) => {
      const shown = listTracksOfRubric(event, track.rubric);
      return shown.length > 1 || shown[0] !== track;
    })
    .map(({ id, slug, title, rubric }) => ({
      key: `only:${slug}`,
      label: title,
      places: 1,
      winners: listWinners(
        filterTeams(teams, rubric).filter(({ team_number }) => getTrack(team_number) === id),
      ),
    }));
  const special = listPrizes({ ...event, projects: event.projects && { ...event.projects, prizes: [] } }).map(
    ({ key, label }) => ({
      key: `special:${key}`,
      label,
      places: 1,
      winners: listWinners(filterTeams(teams, `special:${key}`), key),
    }),
  );
  return [...byRubric, ...others, ...special].filter(({ winners }) => winners.length > 0);
}

/**
 * Returns why a table may not be meant to win a group: its people have submitted no project, belong to another track than
 * the group is named for, or have not entered for its special category.
 */
export function findWinnerWarning(
  event: Pick<Event, 'tracks'>,
  key: string,
  { track, project }: { track: string | undefined; project: { prizes: readonly string[] } | undefined },
): WinnerWarning | undefined {
  if (!project) return 'no-project';
  const rubric = judgingTracks.find((each) => key === `track:${each}`);
  if (rubric && track && !listTracksOfRubric(event, rubric).some(({ id }) => id === track))
    return 'other-track';
  const isEntered = !key.startsWith('special:') || project.prizes.includes(key.slice('special:'.length));
  return isEntered ? undefined : 'not-entered';
}

/** Returns what judges of a prize have ranked, as a group; nothing while they have scored nothing. */
export function toPrizeGroup({ key, label, projects }: PrizeRanking): WinnerGroup[] {
  const winners = projects
    .filter(({ place }) => place <= maxPlaces)
    .map(({ _id, place, tied }) => ({ project: _id, place, tied }));
  return winners.length > 0 ? [{ key: `prize:${key}`, label, places: 1, winners }] : [];
}
