import type { Team } from '../../contract/teams.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { fail } from '../http/problem.ts';
import { notify } from '../live/notify.ts';
import type { Services } from '../services.ts';
import { freeCode } from './invite-code.ts';
import { requestersOf, teamsAskedBy } from './join-requests.queries.ts';
import { countAttempt, requireQuota } from './quota.ts';
import { tell } from './team-notifications.ts';
import { mayLead, mayLeave, type Person } from './teams.policy.ts';
import {
  deleteMember,
  deleteTeam,
  findTeam,
  lockPerson,
  lockTeam,
  membersOf,
  type TeamRow,
  teamIdByCode,
  trackOf,
  updateCode,
  updateLeader,
  updatePreference,
} from './teams.queries.ts';
import { lockTeamless, lockTeamOf, requireSeat, seat } from './teams.service.ts';
import { teamView } from './teams.views.ts';

/**
 * Joins the team with this invite code. Throws unknown_invite_code, too_many_wrong_codes, already_in_team, team_full,
 * team_limited.
 */
export async function joinByCode(services: Services, person: Person, inviteCode: string): Promise<Team> {
  const teamId = await lookUp(services, person.id, inviteCode);
  return transact(services.db, async (trx) => {
    const team = await lockTeam(trx, teamId);
    if (team?.inviteCode !== inviteCode) fail('unknown_invite_code');
    await lockTeamless(trx, person.id);
    await requireSeat(trx, services.event, team, await trackOf(trx, person.id));
    await seat(trx, team.id, person.id);
    return teamView(trx, services, { ...person, teamId: team.id }, team);
  });
}

/** The team of a code. Looks at most as often as the quota allows, also in parallel: the person is locked meanwhile. */
async function lookUp(services: Services, userId: string, inviteCode: string): Promise<string> {
  const teamId = await transact(services.db, async (trx) => {
    await lockTeamless(trx, userId);
    await requireQuota(trx, services, userId, 'wrong_code');
    const found = await teamIdByCode(trx, inviteCode);
    if (!found) await countAttempt(trx, services, userId, 'wrong_code');
    return found;
  });
  return teamId ?? fail('unknown_invite_code');
}

/** Leaves a team; see `unseat`. Throws not_found, not_in_team, and forbidden for who takes no part. */
export async function leaveTeam(services: Services, person: Person, teamId: string): Promise<void> {
  const team = await findTeam(services.db, teamId);
  if (!team) fail('not_found');
  if (!mayLeave(person, team)) fail(person.role === 'hacker' ? 'not_in_team' : 'forbidden');
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
  person: Person,
  { teamId, memberId }: { teamId: string; memberId: string },
): Promise<void> {
  await transact(services.db, async (trx) => {
    const team = await lockTeam(trx, teamId);
    if (!team) fail('not_found');
    if (!mayLead(person, team)) fail('forbidden');
    if (memberId === person.id) fail('cannot_remove_self');
    if (!(await unseat(trx, services, team, memberId))) fail('not_found');
    await freeCode(services, (code) => updateCode(trx, teamId, code));
    await tell(trx, services, 'removed', { userId: memberId, team: team.name });
  });
}

/**
 * Takes a person out of the team they may be in, and their open requests from their teams' sight: the first step of
 * deleting an account. The person is locked afterwards. Throws not_found.
 */
export async function leaveTeamsOf(trx: Db, services: Needed, userId: string): Promise<void> {
  const team = await lockTeamOf(trx, userId);
  if (team) await unseat(trx, services, team, userId);
  for (const asked of await teamsAskedBy(trx, userId)) await notify(trx, `team:${asked}`);
}

type Needed = Pick<Services, 'event' | 'config'>;

/**
 * Takes a member out of a locked team. When the leader goes, the oldest member left leads and is told; an empty team is
 * deleted with its requests. False when the person is not in the team.
 */
async function unseat(trx: Db, services: Needed, team: TeamRow, userId: string): Promise<boolean> {
  if (!(await lockPerson(trx, userId))) return false;
  if (!(await deleteMember(trx, team.id, userId))) return false;
  await updatePreference(trx, userId, 'lookingForTeam');
  const [oldest] = await membersOf(trx, team.id);
  if (!oldest) {
    for (const requester of await requestersOf(trx, team.id)) await notify(trx, `user:${requester}`);
    await deleteTeam(trx, team.id);
  } else if (team.creatorId === userId) {
    await updateLeader(trx, team.id, oldest.id);
    await tell(trx, services, 'leader', { userId: oldest.id, team: team.name });
  }
  await notify(trx, `team:${team.id}`);
  await notify(trx, `user:${userId}`);
  return true;
}
