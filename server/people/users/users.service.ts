import type * as auth from '../../../contract/people/auth.ts';
import type * as contract from '../../../contract/people/users.ts';
import { hasPass, passQrCode } from '../../event-day/check-in/pass.ts';
import { getUserRow } from '../../people-data/users.queries.ts';
import type { UserRow } from '../../people-data/users-with-status.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Services } from '../../platform/services.ts';
import { setTeamPreference } from '../../teams/teams.service.ts';

/** Returns a user as they see themselves. The pass is included only if the application is approved. */
export function toUser(services: Services, user: UserRow & { viewedBy?: string }): contract.User {
  return {
    _id: user.id,
    name: user.name,
    email: user.email ?? '',
    photo: user.photo,
    team: user.teamId,
    teamPreference: user.teamPreference,
    role: user.role,
    ...(user.isOwner && { isOwner: true as const }),
    qrCode: hasPass(user.applicationStatus) && !user.viewedBy ? passQrCode(services, user) : null,
    attendanceConfirmed: user.attendanceConfirmed ?? false,
  };
}

/** Returns the signed-in user, or null without a session. */
export function getCurrentUser(services: Services, { actor }: Call<typeof auth.getCurrentUser>) {
  return actor.kind === 'user'
    ? { success: true as const, user: toUser(services, actor) }
    : { success: false as const, user: null };
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
