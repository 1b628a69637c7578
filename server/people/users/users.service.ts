import type { User } from '../../../contract/people/users.ts';
import { hasPass, passQrCode } from '../../event-day/check-in/pass.ts';
import { getUserRow, updateApprovedName, updateName } from '../../platform/accounts/users.queries.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { lockUser } from '../../platform/db/locks.ts';
import { transact } from '../../platform/db/transact.ts';
import type { UserRow } from '../../platform/db/users-with-status.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { setTeamPreference } from '../../teams/teams.service.ts';

/** Returns a user as they see themselves. The pass is included only when the application is approved, and for nobody else. */
export function toUser(services: Services, user: UserRow & { viewedBy?: string }): User {
  return {
    _id: user.id,
    name: user.name,
    email: user.email ?? '',
    photo: user.photo,
    team: user.teamId,
    teamPreference: user.teamPreference,
    role: user.role,
    qrCode: hasPass(user.applicationStatus) && !user.viewedBy ? passQrCode(services, user) : null,
    attendanceConfirmed: user.attendanceConfirmed ?? false,
  };
}

/** Returns who is signed in; without a session, that nobody is. */
export function getCurrentUser(services: Services, user: Parameters<typeof toUser>[1] | undefined) {
  return user
    ? { success: true as const, user: toUser(services, user) }
    : { success: false as const, user: null };
}

/**
 * Changes a user's name. Organizers approved an applicant under one name: a change after that is audited, and check-in shows
 * the earlier name. Throws `not_found`.
 */
export function updateMyName({ db, now }: Services, id: string, name: string): Promise<UserRow> {
  return transact(db, async (trx) => {
    if (!(await lockUser(trx, id))) fail('not_found');
    const before = await getUserRow(trx, id);
    await updateName(trx, id, name);
    if (before.applicationStatus === 'approved' && before.name !== name) {
      await updateApprovedName(trx, id, { before: before.name, name, at: now() });
      await recordAudit(trx, { actorId: id, action: 'name.changed', subject: id });
    }
    return { ...before, name };
  });
}

/** Sets a user's team preference. Throws `preference_locked` for a member of a team. */
export function updateTeamPreference(
  { db }: Services,
  id: string,
  preference: 'solo' | 'lookingForTeam',
): Promise<UserRow> {
  return transact(db, async (trx) => {
    await setTeamPreference(trx, id, preference);
    return getUserRow(trx, id);
  });
}
