import { listUnconfirmed, type MissingYes } from '../../apply/guardians/guardians.service.ts';
import { listAnswersForVolunteers, type ShownAnswer } from '../../apply/questions/questions.service.ts';
import type { Services } from '../../platform/services.ts';

/**
 * Loads what the event's own form adds to people at a station, of all or of one: answers that volunteers may see, and that a
 * guardian's yes is missing. The other fields are `Participant` in `contract/event-day/check-in.ts`; which of them a checkpoint shows is in
 * `checkpoint-fields.ts`.
 */
export async function loadEventFormFields(
  services: Pick<Services, 'db' | 'event'>,
  userId?: string,
): Promise<(userId: string) => { answers?: ShownAnswer[]; guardianMissing?: MissingYes }> {
  const [answers, unconfirmed] = await Promise.all([
    listAnswersForVolunteers(services, userId),
    listUnconfirmed(services, userId),
  ]);
  return (id) => {
    const shown = answers.get(id);
    const guardianMissing = unconfirmed.get(id);
    return {
      ...(shown && { answers: shown }),
      ...(guardianMissing && { guardianMissing }),
    };
  };
}
