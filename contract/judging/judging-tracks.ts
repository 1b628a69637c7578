import type { JudgingTrack } from './judging.ts';

/** The rubric of the special categories and of tracks that name none; every event has it. */
export const usualRubric: JudgingTrack = 'hacker';

/** The part of a track that decides which judges score it. */
interface JudgedTrack {
  slug: string;
  title: string;
  rubric: JudgingTrack;
}

interface JudgedTracks<T extends JudgedTrack = JudgedTrack> {
  tracks: readonly T[];
}

/** Returns the event's tracks with this rubric; if the slug of one is the rubric's name, only that one. */
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

/** Returns a rubric's title for judges: the titles of its tracks. */
export function getRubricTitle(event: JudgedTracks, rubric: JudgingTrack): string {
  const titles = listTracksOfRubric(event, rubric).map(({ title }) => title);
  return titles.join(', ') || rubric;
}
