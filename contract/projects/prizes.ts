import type { Event } from '../event/event.ts';
import { getOwnValue } from '../platform/own-value.ts';

/** Lists the prizes with their own judges, and what these score. */
export function listJudgedPrizes({ rubric, projects }: Pick<Event, 'rubric' | 'projects'>) {
  if (!projects) return [];
  return projects.prizes.flatMap(({ key, label, judgedBy, rubric: name = '' }) => {
    const criteria = getOwnValue(rubric, name);
    return judgedBy && criteria ? [{ key, label, judgedBy, criteria }] : [];
  });
}
