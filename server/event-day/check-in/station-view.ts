import { listUnconfirmed } from '../../apply/guardians/guardians.service.ts';
import { listLostPlaces } from '../../apply/places/places.service.ts';
import { listAnswersForVolunteers } from '../../apply/questions/questions.service.ts';
import type { Services } from '../../platform/services.ts';

/** The columns of a person that a station sees in part, or as something else. */
export interface StationColumns {
  userId: string;
  dietaryRestrictions: string;
  tShirtSize: string;
  approvedName: string | null;
  renamedAt: Date | null;
}

/**
 * Loads what a station sees of people, of all or of one, and returns the function that turns a row into it: with why no place
 * is held, the answers that volunteers may see, and why a guardian's yes is missing; with the name that the application was
 * approved under, if it has changed; and without diet and T-shirt size where the checkpoint does not show them, as
 * `checkpoints` of the event says.
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
