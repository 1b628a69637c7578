import type { Attempt, Conflict, Roster } from '../../contract/check-in.ts';
import { type ProblemCode, problems } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { fill, texts } from '../../contract/texts.ts';
import type { Services } from '../services.ts';
import { checkpointOf } from './admission.service.ts';
import { withNeeds } from './needs.ts';
import { passDigest } from './pass.ts';
import { admissions, approvedPeople, countAdmitted, lastAttempts, openConflicts } from './roster.queries.ts';

/** What a station needs to go on without a network: everybody who may come in, and who has. */
export async function roster(services: Services): Promise<Omit<Roster, 'can'>> {
  const { checkpoints } = services.event;
  const [people, made] = await Promise.all([approvedPeople(services.db), admissions(services.db)]);
  const checkedIn = new Map<string, Record<string, string>>();
  for (const { userId, checkpoint, at } of made)
    checkedIn.set(userId, { ...checkedIn.get(userId), [checkpoint]: at.toISOString() });
  const shown = checkpoints.flatMap(({ shows }) => shows);
  return {
    shows: Object.fromEntries(checkpoints.map(({ id, shows }) => [id, shows])),
    people: people.map(({ passVersion, ...person }) => ({
      ...withNeeds(person, shown),
      passDigest: passDigest(services, { id: person.userId, passVersion }),
      checkedIn: checkedIn.get(person.userId) ?? {},
    })),
  };
}

/** How many are in at each checkpoint of the event, in its order. */
export async function counts({ db, event }: Services): Promise<{ checkpoint: string; count: number }[]> {
  const found = new Map((await countAdmitted(db)).map(({ checkpoint, count }) => [checkpoint, count]));
  return event.checkpoints.map(({ id }) => ({ checkpoint: id, count: found.get(id) ?? 0 }));
}

// What a message about a time that has passed says without it.
const alreadyIn = fill(texts.checkIn.already, { time: '' }).replace(/ at $/, '');

/** The last scans that were turned away at a checkpoint, newest first. Throws unknown_checkpoint. */
export async function attempts(services: Services, checkpoint: string | undefined): Promise<Attempt[]> {
  const wanted = { checkpoint: checkpointOf(services, checkpoint), max: limits.checkIn.maxAttempts };
  const rows = await lastAttempts(services.db, wanted);
  return rows.map(({ id, at, reason, userId, name, ...row }) => ({
    ...row,
    _id: String(id),
    at: at.toISOString(),
    reason,
    message: reason === 'already_checked_in' ? alreadyIn : problems[reason as ProblemCode].message,
    person: userId && name !== null ? { userId, name } : null,
  }));
}

/** People let in twice by stations without a network, oldest first, until an organiser settles it. */
export async function conflicts({ db }: Services): Promise<Conflict[]> {
  const rows = await openConflicts(db);
  return rows.map(({ at, userId, name, firstAt, firstBy, ...row }) => ({
    ...row,
    at: at.toISOString(),
    person: { userId, name },
    first: firstAt ? { at: firstAt.toISOString(), by: firstBy } : null,
  }));
}
