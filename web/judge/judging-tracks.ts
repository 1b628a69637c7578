import type { JudgingTrack } from '../../contract/judging.ts';
import type { EventView } from '../../contract/site.ts';

/** Returns the tracks of the event that are judged by a rubric; where a track has its name as slug, that one stands for them. */
export function listTracksOfRubric({ tracks }: Pick<EventView, 'tracks'>, rubric: JudgingTrack) {
  const all = tracks.filter((track) => track.rubric === rubric);
  const namesake = all.find(({ slug }) => slug === rubric);
  return namesake ? [namesake] : all;
}

/** Returns what judges read for a rubric: the titles of its tracks. */
export function getTrackTitle(event: Pick<EventView, 'tracks'>, rubric: JudgingTrack): string {
  const defaults = { hacker: 'Hacker Track', startup: 'Startup Track' };
  const titles = listTracksOfRubric(event, rubric).map(({ title }) => title);
  return titles.join(', ') || defaults[rubric];
}
