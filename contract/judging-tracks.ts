import type { JudgingTrack } from './judging.ts';

/** What of a track says which judges score it. */
interface JudgedTrack {
  slug: string;
  title: string;
  rubric: JudgingTrack;
}

/** Returns the tracks of the event that are judged by a rubric; where a track has its name as slug, that one stands for them. */
export function listTracksOfRubric<T extends JudgedTrack>(
  { tracks }: { tracks: readonly T[] },
  rubric: JudgingTrack,
): readonly T[] {
  const all = tracks.filter((track) => track.rubric === rubric);
  const namesake = all.find(({ slug }) => slug === rubric);
  return namesake ? [namesake] : all;
}

/** Returns what judges read for a rubric: the titles of its tracks. */
export function getTrackTitle(event: { tracks: readonly JudgedTrack[] }, rubric: JudgingTrack): string {
  const defaults = { hacker: 'Hacker Track', startup: 'Startup Track' };
  const titles = listTracksOfRubric(event, rubric).map(({ title }) => title);
  return titles.join(', ') || defaults[rubric];
}
