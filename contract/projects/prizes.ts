import type { Event } from '../event/event.ts';
import { getOwnValue } from '../platform/own-value.ts';

/** A prize with its own judges, and what they score. */
interface JudgedPrize {
  key: string;
  label: string;
  judgedBy: string;
  criteria: Event['rubric'][string];
}

export function listJudgedPrizes({ rubric, projects }: Pick<Event, 'rubric' | 'projects'>): JudgedPrize[] {
  if (!projects) return [];
  return projects.prizes.flatMap(({ key, label, judgedBy, rubric: name = '' }) => {
    const criteria = getOwnValue(rubric, name);
    return judgedBy && criteria ? [{ key, label, judgedBy, criteria }] : [];
  });
}
