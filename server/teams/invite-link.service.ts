import type { MyInvitation, TeamInvitation } from '../../contract/teams/teams.ts';
import { type AttemptLimit, countAttempt, refundAttempt } from '../platform/http/attempt-throttle.ts';
import { fail } from '../platform/http/problem.ts';
import type { Services } from '../platform/services.ts';
import type { TeamActor } from './teams.policy.ts';
import {
  findTeam,
  findTeamIdByCode,
  selectInviteCodeOfUser,
  selectMembers,
  updateInviteCodeOfUser,
} from './teams.queries.ts';
import { countSeatsLeft } from './teams.rules.ts';
import { loadAsker, toTeamSearchResult } from './teams.views.ts';

const minute = 60_000;

/** Who asks: the signed-in user, if any, and the key of the network address. */
interface Visitor {
  user: TeamActor | undefined;
  address: string;
}

// Behind one address there may be a whole campus, and only wrong codes count.
function limitFor({ user, address }: Visitor): AttemptLimit {
  return user
    ? { key: `invitation ${user.id}`, max: 10, milliseconds: 10 * minute, thenEvery: minute }
    : { key: `invitation ${address}`, max: 30, milliseconds: 10 * minute, thenEvery: minute };
}

/** Returns the code of the invitation that this person opened. */
export async function getMyInvitation(
  { db }: Pick<Services, 'db'>,
  { id }: TeamActor,
): Promise<MyInvitation> {
  return { inviteCode: await selectInviteCodeOfUser(db, id) };
}

/** Stores or dismisses this person's invitation; a code is kept only while they are in no team. */
export async function updateMyInvitation(
  { db }: Pick<Services, 'db'>,
  { id }: TeamActor,
  inviteCode: string | null,
): Promise<void> {
  await updateInviteCodeOfUser(db, id, inviteCode);
}

/** Returns what an invite code tells whoever has it. Throws `unknown_invite_code` and `too_many_requests`. */
export async function getInvitation(
  services: Services,
  inviteCode: string,
  visitor: Visitor,
): Promise<TeamInvitation> {
  const { db, event } = services;
  const counted = await countAttempt(services, [limitFor(visitor)]);
  const teamId = await findTeamIdByCode(db, inviteCode);
  const team = teamId === undefined ? undefined : await findTeam(db, teamId);
  if (!team) fail('unknown_invite_code');
  await refundAttempt(services, counted);
  const members = await selectMembers(db, team.id);
  const leaderName = members.find(({ id }) => id === team.leaderId)?.name ?? '';
  const tracks = members.map(({ track }) => track);
  const { user } = visitor;
  return {
    teamName: team.name,
    leaderName: leaderName.trim().split(/\s+/)[0] ?? '',
    seatsLeft: countSeatsLeft(event, team.maxMembers, tracks),
    ...(user && {
      team: toTeamSearchResult(event, user, await loadAsker(db, user), {
        ...team,
        leaderName,
        tracks,
      }),
    }),
  };
}
