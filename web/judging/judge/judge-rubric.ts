import type { EventView } from '../../../contract/event/site.ts';
import type { DemoTable, Judge, JudgingTrack } from '../../../contract/judging/judging.ts';
import { getRubricTitle, listTrackRubrics, usualRubric } from '../../../contract/judging/judging-tracks.ts';

/** By what a judge scores: the rubric of a track, or of the prize that is theirs. */
export interface JudgeRubric {
  /** The track, or the prize's key. */
  key: string;
  title: string;
  /** Null for a prize, for which tables of all tracks may be entered. */
  track: JudgingTrack | null;
  /** The sponsor whose judges score the prize. */
  by?: string;
  criteria: EventView['rubric'][string];
}

/**
 * Returns the rubric of a judge's prize, else of the judge's or the event's only track, else of the chosen one; undefined
 * while none of the event's is chosen.
 */
export function findRubric(
  event: EventView,
  judge: Judge,
  track: JudgingTrack | null,
): JudgeRubric | undefined {
  const prize = event.projects?.prizes.find(({ key }) => key === judge.prize);
  if (prize?.judging) {
    const { by, rubric: criteria } = prize.judging;
    return { key: prize.key, title: prize.label, track: null, by, criteria };
  }
  const rubrics = listTrackRubrics(event);
  const key = judge.track ?? (rubrics.length === 1 ? rubrics[0]! : track);
  return key !== null && rubrics.includes(key)
    ? { key, title: getRubricTitle(event, key), track: key, criteria: event.rubric[key]! }
    : undefined;
}

/** Returns what belongs to a rubric: everything of a prize's judge, who has no other. */
export function filterByRubric<T extends { track: JudgingTrack }>(
  list: readonly T[],
  { track }: JudgeRubric,
): T[] {
  return list.filter((each) => track === null || each.track === track);
}

/** Returns the track under which a judge scores or skips a table: the rubric's, or the table's own. */
export function findTrack(
  { track }: JudgeRubric,
  tables: readonly Pick<DemoTable, 'teamNumber' | 'track'>[],
  number: number,
): JudgingTrack {
  return track ?? tables.find(({ teamNumber }) => teamNumber === number)?.track ?? usualRubric;
}
