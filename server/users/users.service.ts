import type { User } from '../../contract/users.ts';
import { passQrCode } from '../check-in/pass.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import type { UserRow } from '../db/users-with-status.ts';
import { fail } from '../http/problem.ts';
import type { Services } from '../services.ts';
import {
  clearUnverifiedEmail,
  findAddressHolder,
  getUserRow,
  insertUser,
  isInTeam,
  lockKey,
  lockUser,
  updateName,
  updateTeamPreferenceOf,
} from './users.queries.ts';

/** A person as they see themselves; the pass only when their application is approved. */
export function toUser(services: Services, person: UserRow): User {
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
export async function findOrCreateAccount(trx: Db, email: string, name = ''): Promise<string> {
  await lockKey(trx, `email ${email}`);
  const holder = await findAddressHolder(trx, email);
  if (holder?.verified) return holder.id;
  await clearUnverifiedEmail(trx, email);
  return insertUser(trx, { email, email_verified: true, name });
}

/** Sets a person's name. */
export async function updateMyName({ db }: Services, id: string, name: string): Promise<UserRow> {
  await updateName(db, id, name);
  return getUserRow(db, id);
}

/** Sets a person's team preference. Throws preference_locked for somebody in a team. */
export function updateTeamPreference(
  { db }: Services,
  id: string,
  preference: 'solo' | 'lookingForTeam',
): Promise<UserRow> {
  return transact(db, async (trx) => {
    if (!(await lockUser(trx, id))) fail('signed_out');
    if (await isInTeam(trx, id)) fail('preference_locked');
    await updateTeamPreferenceOf(trx, id, preference);
    return getUserRow(trx, id);
  });
}
