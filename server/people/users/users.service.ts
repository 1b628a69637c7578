import type * as auth from '../../../contract/people/auth.ts';
import type * as contract from '../../../contract/people/users.ts';
import { hasPass, passQrCode } from '../../event-day/check-in/pass.ts';
import { lockUser } from '../../people-data/users.locks.ts';
import { getUserRow, updateName, updateRenamedAt } from '../../people-data/users.queries.ts';
import type { UserRow } from '../../people-data/users-with-status.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { setTeamPreference } from '../../teams/teams.service.ts';

/** Returns a user as they see themselves. The pass is included only when the application is approved, and for nobody else. */
export function toUser(services: Services, user: UserRow & { viewedBy?: string }): contract.User {
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
export function getCurrentUser(services: Services, { actor }: Call<typeof auth.getCurrentUser>) {
  return actor.kind === 'user'
    ? { success: true as const, user: toUser(services, actor) }
    : { success: false as const, user: null };
}

/**
 * Changes a user's name. Organizers approved an applicant under one name: a change after that is audited, and check-in shows
 * the earlier name. So is every change by staff and helpers. Throws `not_found`.
 */
export async function updateMyName(
  services: Services,
  { actor: { id }, body: { name } }: Call<typeof contract.updateMyName>,
) {
  const { db, now } = services;
  const user = await transact(db, async (trx) => {
    if (!(await lockUser(trx, id))) fail('not_found');
    const before = await getUserRow(trx, id);
    await updateName(trx, id, name);
    const isApproved = before.name !== name && (await updateRenamedAt(trx, id, { name, at: now() }));
    const isStaffs = before.role !== 'hacker' && !['', name].includes(before.name);
    if (isApproved || isStaffs) {
      await recordAudit(trx, { actorId: id, action: 'name.changed', subject: id });
    }
    return { ...before, name };
  });
  return { success: true as const, user: toUser(services, user) };
}

/** Sets a user's team preference. Throws `preference_locked` for a member of a team. */
export async function updateTeamPreference(
  services: Services,
  { actor: { id }, body: { teamPreference: preference } }: Call<typeof contract.updateTeamPreference>,
) {
  const user = await transact(services.db, async (trx) => {
    await setTeamPreference(trx, id, preference);
    return getUserRow(trx, id);
  });
  return { success: true as const, user: toUser(services, user) };
}
