import { formatInviteLink } from '../../contract/invite-link.ts';
import type { Team } from '../../contract/teams.ts';
import type { Db } from '../db/open.ts';
import { createQrImage } from '../qr-image.ts';
import type { Services } from '../services.ts';
import { canLeadTeam, canLeaveTeam, type TeamActor } from './teams.policy.ts';
import { selectMembers, type TeamRow } from './teams.queries.ts';

/** A team as this person may see it: the invite code is the leader's alone. */
export async function toTeam(
  db: Db,
  { config }: Pick<Services, 'config'>,
  person: TeamActor,
  team: TeamRow,
): Promise<Team> {
  const members = await selectMembers(db, team.id);
  const leader = members.find((member) => member.id === team.creatorId);
  const leads = canLeadTeam(person, team);
  return {
    _id: team.id,
    name: team.name,
    maxMembers: team.maxMembers,
    ...(leads && invitation(config.publicUrl, team.inviteCode)),
    creator: { _id: team.creatorId, name: leader?.name ?? '' },
    members: members.map(({ id, name, email, photo }) => ({ _id: id, name, email, photo })),
    can: { leave: canLeaveTeam(person, team), remove: leads, decide: leads },
  };
}

function invitation(publicUrl: URL, inviteCode: string) {
  const link = formatInviteLink(publicUrl.origin, inviteCode);
  return { inviteCode, inviteLink: link, inviteQr: createQrImage(link) };
}
