import type { JudgingTrack } from './judging.ts';

/** The rubrics by which tracks are judged; written out, because the pages have a stub instead of zod. */
export const judgingTracks = ['hacker', 'startup'] as const satisfies readonly JudgingTrack[];

/** What of a track says which judges score it. */
interface JudgedTrack {
  slug: string;
  title: string;
  rubric: JudgingTrack;
}

/** Returns the event's tracks with this rubric; only the one whose slug is the rubric's name, if there is one. */
export function listTracksOfRubric<T extends JudgedTrack>(
  { tracks }: { tracks: readonly T[] },
  rubric: JudgingTrack,
): readonly T[] {
  const all = tracks.filter((track) => track.rubric === rubric);
  const namesake = all.find(({ slug }) => slug === rubric);
  return namesake ? [namesake] : all;
}

/** Returns the rubrics by which the event's tracks are judged. */
export function listUsedRubrics(event: { tracks: readonly JudgedTrack[] }): readonly JudgingTrack[] {
  return judgingTracks.filter((rubric) => listTracksOfRubric(event, rubric).length > 0);
}

/** Returns what judges read for a rubric: the titles of its tracks. */
export function getRubricTitle(event: { tracks: readonly JudgedTrack[] }, rubric: JudgingTrack): string {
  const defaults = { hacker: 'Hacker Track', startup: 'Startup Track' };
  const titles = listTracksOfRubric(event, rubric).map(({ title }) => title);
  return titles.join(', ') || defaults[rubric];
}
