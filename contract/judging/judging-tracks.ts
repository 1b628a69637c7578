import type { JudgingTrack } from './judging.ts';

/** The rubric of the special categories, and of a track that names none; every event has it. */
export const usualRubric: JudgingTrack = 'hacker';

/** What of a track says which judges score it. */
interface JudgedTrack {
  slug: string;
  title: string;
  rubric: JudgingTrack;
}

interface JudgedTracks<T extends JudgedTrack = JudgedTrack> {
  tracks: readonly T[];
}

/** Returns the event's tracks with this rubric; only the one whose slug is the rubric's name, if there is one. */
export function listTracksOfRubric<T extends JudgedTrack>(
  { tracks }: JudgedTracks<T>,
  rubric: JudgingTrack,
): readonly T[] {
  const all = tracks.filter((track) => track.rubric === rubric);
  const namesake = all.find(({ slug }) => slug === rubric);
  return namesake ? [namesake] : all;
}

export function listTrackRubrics({ tracks }: JudgedTracks): readonly JudgingTrack[] {
  return [...new Set(tracks.map(({ rubric }) => rubric))];
}

/** Returns what judges read for a rubric: the titles of its tracks. */
export function getRubricTitle(event: JudgedTracks, rubric: JudgingTrack): string {
  const titles = listTracksOfRubric(event, rubric).map(({ title }) => title);
  return titles.join(', ') || rubric;
}
