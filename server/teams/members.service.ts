import type { SuccessMessage } from '../../contract/platform/responses.ts';
import type * as contract from '../../contract/teams/teams.ts';
import { texts } from '../../contract/texts.ts';
import { lockUser } from '../people-data/users.locks.ts';
import { findTrackOfUser } from '../people-data/users.queries.ts';
import { recordAudit } from '../platform/audit/audit.service.ts';
import type { Db } from '../platform/db/open.ts';
import { transact } from '../platform/db/transact.ts';
import type { Call } from '../platform/http/call.ts';
import { fail, failIf } from '../platform/http/problem.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import type { Services } from '../platform/services.ts';
import { insertWithFreeCode } from './invite-code.ts';
import { closeRequestsOfUser, selectRequesterIds } from './join-requests.queries.ts';
import { sendTeamEmail } from './team-emails.ts';
import { refundQuota, takeQuota } from './team-quotas.ts';
import { findSeatFacts, keepTrackOfMembers, leaveWorkTo, restoreOwnTable } from './team-work.queries.ts';
import { lockTeam } from './teams.locks.ts';
import { leaveRefusal, removeMemberRefusal } from './teams.policy.ts';
import * as queries from './teams.queries.ts';
import { approveRefusal, membershipRefusal } from './teams.rules.ts';
import { addMember, deleteCard, lockTeamOfUser, lockUserWithoutTeam, requireSeat } from './teams.service.ts';
import { toTeam } from './teams.views.ts';

/**
 * Joins the team with this invite code. Throws `unknown_invite_code`, `too_many_wrong_codes`, `already_in_team`,
 * `team_full`, `team_limited` and `team_decided`.
 */
export async function joinTeam(services: Services, { actor, body }: Call<typeof contract.joinTeam>) {
  failIf(membershipRefusal(actor.teamId));
  const teamId = await findTeamByCode(services, actor.id, body.inviteCode);
  return transact(services.db, async (trx) => {
    const team = await lockTeam(trx, teamId);
    if (team?.inviteCode !== body.inviteCode) fail('unknown_invite_code');
    await lockUserWithoutTeam(trx, actor.id);
    await requireSeat(trx, services.event, team, await findTrackOfUser(trx, actor.id));
    await addMember(trx, services, team.id, actor.id);
    return toTeam(trx, services, { ...actor, teamId: team.id }, team);
  });
}

/** Returns the id of a code's team. Each code is counted before it is looked up; only wrong ones stay counted. */
async function findTeamByCode(services: Services, userId: string, inviteCode: string): Promise<string> {
  const teamId = await transact(services.db, async (trx) => {
    await takeQuota(trx, services, userId, 'wrong_code');
    const found = await queries.findTeamIdByCode(trx, inviteCode);
    if (found) await refundQuota(trx, services, userId, 'wrong_code');
    return found;
  });
  return teamId ?? fail('unknown_invite_code');
}

/** Leaves a team. Throws `not_found`, `not_in_team`, and `forbidden` for organizers and volunteers. */
export async function leaveTeam(
  services: Services,
  { actor, params: { id: teamId } }: Call<typeof contract.leaveTeam>,
): Promise<SuccessMessage> {
  const team = (await queries.findTeam(services.db, teamId)) ?? fail('not_found');
  failIf(leaveRefusal(actor, team));
  await transact(services.db, async (trx) => {
    const locked = (await lockTeam(trx, teamId)) ?? fail('not_found');
    if (!(await removeFromTeam(trx, services, locked, actor.id))) fail('not_in_team');
  });
  return { success: true, message: texts.teams.left };
}

/**
 * Removes a member from the team that the actor leads, with the project that they brought, and replaces the invite code,
 * which the member may know. Throws `not_found`, `forbidden`, `cannot_remove_self` and `team_decided`.
 */
export async function removeMember(
  services: Services,
  { actor, params: { id: teamId, memberId } }: Call<typeof contract.removeMember>,
): Promise<SuccessMessage> {
  await transact(services.db, async (trx) => {
    const team = (await lockTeam(trx, teamId)) ?? fail('not_found');
    const { isDecided } = await findSeatFacts(trx, teamId);
    failIf(removeMemberRefusal(actor, { ...team, isDecided }, memberId));
    // Before they leave: a team's project takes the track of those who stay.
    const isTheirs = await leaveWorkTo(trx, { teamId, userId: memberId }, { ifBrought: true });
    await removeMemberWithin(trx, services, teamId, memberId);
    if (isTheirs) await notifySubscribers(trx, 'projects', 'judging');
    await recordAudit(trx, actor.id, 'team.member_removed', memberId, { team: teamId });
  });
  return { success: true, message: texts.teams.removed };
}

/**
 * Adds somebody to a locked team for an organizer. Returns their name, undefined if they are in it already. Throws
 * `unknown_person`, `requester_in_team`, `requester_not_hacker`, `team_full` and `team_limited`.
 */
export async function addMemberWithin(trx: Db, services: Needed, teamId: string, userId: string) {
  const team = (await lockTeam(trx, teamId)) ?? fail('not_found');
  const user = await lockUser(trx, userId);
  if (!user) fail('unknown_person');
  const current = await queries.findTeamIdOfUser(trx, userId);
  if (current === teamId) return undefined;
  failIf(approveRefusal({ role: user.role, teamId: current }));
  await requireSeat(trx, services.event, team, await findTrackOfUser(trx, userId), 'organizer');
  await addMember(trx, services, teamId, userId);
  return user.name;
}

/** Removes a member from a locked team, with an email, and replaces the invite code. Throws `not_found`. */
export async function removeMemberWithin(trx: Db, services: Services, teamId: string, userId: string) {
  const team = (await lockTeam(trx, teamId)) ?? fail('not_found');
  if (!(await removeFromTeam(trx, services, team, userId))) fail('not_found');
  await insertWithFreeCode(services, (code) => queries.updateInviteCode(trx, teamId, code));
  await sendTeamEmail(trx, services, 'removed', { userId, team: team.name });
}

/**
 * Removes a person from their team, if any, closes their join requests and deletes their card; locks the team and the
 * person. The first step of withdrawing, of a change of role and of deleting an account. Throws `not_found`.
 */
export async function leaveTeamAndRequests(trx: Db, services: Needed, userId: string): Promise<void> {
  const team = await lockTeamOfUser(trx, userId);
  if (team) await removeFromTeam(trx, services, team, userId);
  for (const askedId of await closeRequestsOfUser(trx, userId, services.now()))
    await notifySubscribers(trx, `team:${askedId}`);
  await deleteCard(trx, userId);
}

type Needed = Pick<Services, 'event' | 'config' | 'now'>;

/**
 * Removes a member from a locked team. After the leader, the member who joined first leads and gets an email; an empty
 * team is deleted with its requests, and its project and table stay with the last member. Others have the table again that
 * they had before. Returns false when the person is not in the team.
 */
async function removeFromTeam(trx: Db, services: Needed, team: queries.TeamRow, userId: string) {
  if (!(await lockUser(trx, userId))) return false;
  if (!(await queries.deleteMember(trx, team.id, userId))) return false;
  await queries.updateUserPreference(trx, userId, 'lookingForTeam');
  const [oldest] = await queries.selectMembers(trx, team.id);
  const told = [userId, ...(await selectRequesterIds(trx, team.id))];
  if (!oldest) {
    await leaveWorkTo(trx, { teamId: team.id, userId });
    await queries.deleteTeam(trx, team.id);
    // The gallery has the team's name.
    await notifySubscribers(trx, 'projects');
  } else if (team.leaderId === userId) {
    await queries.updateLeader(trx, team.id, oldest.id);
    await sendTeamEmail(trx, services, 'leader', { userId: oldest.id, team: team.name });
  }
  if (await keepTrackOfMembers(trx, team.id)) await notifySubscribers(trx, 'projects', 'judging');
  if (await restoreOwnTable(trx, userId)) await notifySubscribers(trx, 'judging');
  await notifySubscribers(trx, `team:${team.id}`, ...told.map((id) => `user:${id}` as const));
  return true;
}
