import { listUnconfirmed } from '../../apply/guardians/guardians.service.ts';
import { listLostPlaces } from '../../apply/places/places.service.ts';
import { listAnswersForVolunteers } from '../../apply/questions/questions.service.ts';
import type { Services } from '../../platform/services.ts';

/** The columns of a person that a station sees only in part or transformed. */
export interface StationColumns {
  userId: string;
  dietaryRestrictions: string;
  tShirtSize: string;
  approvedName: string | null;
  renamedAt: Date | null;
}

/**
 * Loads what a station shows about people (all, or one), and returns a function that converts a row: it adds why no place
 * is held, the answers that volunteers may see, why a guardian's consent is missing, and the approved name if it has
 * changed; it drops diet and T-shirt size unless the checkpoint shows them (`checkpoints` of the event).
 */
export async function loadStationView(services: Services, checkpoint: string, userId?: string) {
  const [lostPlaces, answers, unconfirmed] = await Promise.all([
    listLostPlaces(services, userId ?? null),
    listAnswersForVolunteers(services, userId),
    listUnconfirmed(services, userId),
  ]);
  const shows = services.event.checkpoints.find(({ id }) => id === checkpoint)?.shows ?? [];
  return <Row extends StationColumns>(row: Row) => {
    const { approvedName, renamedAt, dietaryRestrictions, tShirtSize, ...person } = row;
    return {
      ...person,
      ...(approvedName &&
        renamedAt && { formerName: { name: approvedName, until: renamedAt.toISOString() } }),
      ...(shows.includes('dietaryRestrictions') && { dietaryRestrictions }),
      ...(shows.includes('tShirtSize') && { tShirtSize }),
      lostPlace: lostPlaces.get(row.userId),
      answers: answers.get(row.userId),
      guardianMissing: unconfirmed.get(row.userId),
    };
  };
}
