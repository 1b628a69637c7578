import type { Team } from '../../contract/teams.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { fail } from '../http/problem.ts';
import { notify } from '../live/notify.ts';
import type { Services } from '../services.ts';
import { insertWithFreeCode } from './invite-code.ts';
import { selectRequestedTeamIds, selectRequesterIds } from './join-requests.queries.ts';
import { countQuotaUse, requireQuota } from './quota.ts';
import { notifyByEmail } from './team-notifications.ts';
import { canLeadTeam, canLeaveTeam, type TeamActor } from './teams.policy.ts';
import {
  deleteMember,
  deleteTeam,
  findTeam,
  findTeamIdByCode,
  findTrackOfUser,
  lockTeam,
  lockUserForTeam,
  selectMembers,
  type TeamRow,
  updateInviteCode,
  updateLeader,
  updateUserPreference,
} from './teams.queries.ts';
import { addMember, lockTeamOfUser, lockUserWithoutTeam, requireSeat } from './teams.service.ts';
import { toTeam } from './teams.views.ts';

/**
 * Joins the team with this invite code. Throws unknown_invite_code, too_many_wrong_codes, already_in_team, team_full,
 * team_limited.
 */
export async function joinTeam(services: Services, person: TeamActor, inviteCode: string): Promise<Team> {
  const teamId = await lookUp(services, person.id, inviteCode);
  return transact(services.db, async (trx) => {
    const team = await lockTeam(trx, teamId);
    if (team?.inviteCode !== inviteCode) fail('unknown_invite_code');
    await lockUserWithoutTeam(trx, person.id);
    await requireSeat(trx, services.event, team, await findTrackOfUser(trx, person.id));
    await addMember(trx, team.id, person.id);
    return toTeam(trx, services, { ...person, teamId: team.id }, team);
  });
}

/** The team of a code. Looks at most as often as the quota allows, also in parallel: the person is locked meanwhile. */
async function lookUp(services: Services, userId: string, inviteCode: string): Promise<string> {
  const teamId = await transact(services.db, async (trx) => {
    await lockUserWithoutTeam(trx, userId);
    await requireQuota(trx, services, userId, 'wrong_code');
    const found = await findTeamIdByCode(trx, inviteCode);
    if (!found) await countQuotaUse(trx, services, userId, 'wrong_code');
    return found;
  });
  return teamId ?? fail('unknown_invite_code');
}

/** Leaves a team; see `unseat`. Throws not_found, not_in_team, and forbidden for who takes no part. */
export async function leaveTeam(services: Services, person: TeamActor, teamId: string): Promise<void> {
  const team = await findTeam(services.db, teamId);
  if (!team) fail('not_found');
  if (!canLeaveTeam(person, team)) fail(person.role === 'hacker' ? 'not_in_team' : 'forbidden');
  await transact(services.db, async (trx) => {
    const locked = await lockTeam(trx, teamId);
    if (!locked) fail('not_found');
    if (!(await unseat(trx, services, locked, person.id))) fail('not_in_team');
  });
}

/**
 * Removes a member from the team that one leads; the code that they may know stops working. Throws not_found,
 * forbidden, cannot_remove_self.
 */
export async function removeMember(
  services: Services,
  person: TeamActor,
  { teamId, memberId }: { teamId: string; memberId: string },
): Promise<void> {
  await transact(services.db, async (trx) => {
    const team = await lockTeam(trx, teamId);
    if (!team) fail('not_found');
    if (!canLeadTeam(person, team)) fail('forbidden');
    if (memberId === person.id) fail('cannot_remove_self');
    if (!(await unseat(trx, services, team, memberId))) fail('not_found');
    await insertWithFreeCode(services, (code) => updateInviteCode(trx, teamId, code));
    await notifyByEmail(trx, services, 'removed', { userId: memberId, team: team.name });
  });
}

/**
 * Takes a person out of the team they may be in, and their open requests from their teams' sight: the first step of
 * deleting an account. The person is locked afterwards. Throws not_found.
 */
export async function leaveAllTeams(trx: Db, services: Needed, userId: string): Promise<void> {
  const team = await lockTeamOfUser(trx, userId);
  if (team) await unseat(trx, services, team, userId);
  for (const asked of await selectRequestedTeamIds(trx, userId)) await notify(trx, `team:${asked}`);
}

type Needed = Pick<Services, 'event' | 'config'>;

/**
 * Takes a member out of a locked team. When the leader goes, the oldest member left leads and is told; an empty team is
 * deleted with its requests. False when the person is not in the team.
 */
async function unseat(trx: Db, services: Needed, team: TeamRow, userId: string): Promise<boolean> {
  if (!(await lockUserForTeam(trx, userId))) return false;
  if (!(await deleteMember(trx, team.id, userId))) return false;
  await updateUserPreference(trx, userId, 'lookingForTeam');
  const [oldest] = await selectMembers(trx, team.id);
  if (!oldest) {
    for (const requester of await selectRequesterIds(trx, team.id)) await notify(trx, `user:${requester}`);
    await deleteTeam(trx, team.id);
  } else if (team.creatorId === userId) {
    await updateLeader(trx, team.id, oldest.id);
    await notifyByEmail(trx, services, 'leader', { userId: oldest.id, team: team.name });
  }
  await notify(trx, `team:${team.id}`);
  await notify(trx, `user:${userId}`);
  return true;
}
