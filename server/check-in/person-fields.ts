import { listUnconfirmed } from '../guardians/guardians.service.ts';
import { listAnswersForVolunteers, type ShownAnswer } from '../questions/questions.service.ts';
import type { Services } from '../services.ts';

/** Loads what stations show of people beyond the specification's fields, of all or of one; nothing when the event asks nothing. */
export async function loadPersonFields(
  services: Pick<Services, 'db' | 'event'>,
  userId?: string,
): Promise<(userId: string) => { answers?: ShownAnswer[]; guardianMissing?: true }> {
  const [answers, unconfirmed] = await Promise.all([
    listAnswersForVolunteers(services, userId),
    listUnconfirmed(services, userId),
  ]);
  return (id) => {
    const shown = answers.get(id);
    return {
      ...(shown && { answers: shown }),
      ...(unconfirmed.has(id) && { guardianMissing: true as const }),
    };
  };
}
