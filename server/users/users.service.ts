import type { User } from '../../contract/users.ts';
import { openSession } from '../auth/sessions.service.ts';
import { passQrCode } from '../check-in/pass.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { fail } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { makeAdmin } from './roles.service.ts';
import {
  dropUnprovedAddress,
  holderOf,
  insertPerson,
  isInTeam,
  lockKey,
  lockPerson,
  type Person,
  personById,
  setName,
  setPreference,
  standingOf,
} from './users.queries.ts';

/** A person as they see themselves; the pass only when their application is approved. */
export function userView(services: Services, person: Person): User {
  return {
    _id: person.id,
    name: person.name,
    email: person.email ?? '',
    photo: person.photo,
    team: person.teamId,
    teamPreference: person.teamPreference,
    role: person.role,
    qrCode: person.applicationStatus === 'approved' ? passQrCode(services, person) : null,
    attendanceConfirmed: person.attendanceConfirmed ?? false,
  };
}

/**
 * The account of somebody who has proved an address, made when there is none. An account that only claimed the address
 * loses it: it may belong to anybody.
 */
export async function accountWithAddress(trx: Db, email: string, name = ''): Promise<string> {
  await lockKey(trx, `email ${email}`);
  const holder = await holderOf(trx, email);
  if (holder?.verified) return holder.id;
  await dropUnprovedAddress(trx, email);
  return insertPerson(trx, { email, email_verified: true, name });
}

/** A session just opened: its token, and whose it is. */
export interface Opened {
  token: string;
  person: Person;
}

/** Signs a person in, in place of the session `replaced`; makes them an organiser when ADMIN_EMAILS says so. */
export async function signIn(services: Services, trx: Db, id: string, replaced?: string): Promise<Opened> {
  const { email, verified } = await standingOf(trx, id);
  if (email && verified && services.config.adminEmails.includes(email))
    await makeAdmin(trx, services, id, null);
  const token = await openSession(services, trx, id, replaced);
  return { token, person: await personById(trx, id) };
}

/** Sets a person's name. */
export async function rename({ db }: Services, id: string, name: string): Promise<Person> {
  await setName(db, id, name);
  return personById(db, id);
}

/** Sets a person's team preference. Throws preference_locked for somebody in a team. */
export function changePreference(
  { db }: Services,
  id: string,
  preference: 'solo' | 'lookingForTeam',
): Promise<Person> {
  return transact(db, async (trx) => {
    if (!(await lockPerson(trx, id))) fail('signed_out');
    if (await isInTeam(trx, id)) fail('preference_locked');
    await setPreference(trx, id, preference);
    return personById(trx, id);
  });
}
