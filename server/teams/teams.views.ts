import { formatInviteLink } from '../../contract/invite-link.ts';
import type { Team } from '../../contract/teams.ts';
import type { Db } from '../db/open.ts';
import { createQrImage } from '../qr-image.ts';
import type { Services } from '../services.ts';
import { leadRefusal, leaveRefusal, removeRefusal, type TeamActor } from './teams.policy.ts';
import { selectMembers, type TeamRow } from './teams.queries.ts';

/** Returns a team as this person may see it: only the leader sees the invite code. */
export async function toTeam(
  db: Db,
  { config }: Pick<Services, 'config'>,
  actor: TeamActor,
  team: TeamRow,
): Promise<Team> {
  const members = await selectMembers(db, team.id);
  const leader = members.find((member) => member.id === team.creatorId);
  const leads = !leadRefusal(actor, team);
  return {
    _id: team.id,
    name: team.name,
    maxMembers: team.maxMembers,
    ...(leads && invitationOf(config.publicUrl, team.inviteCode)),
    creator: { _id: team.creatorId, name: leader?.name ?? '' },
    members: members.map(({ id, name, email, photo }) => ({ _id: id, name, email, photo })),
    can: { leave: !leaveRefusal(actor, team), remove: !removeRefusal(actor, team), decide: leads },
  };
}

function invitationOf(publicUrl: URL, inviteCode: string) {
  const link = formatInviteLink(publicUrl.origin, inviteCode);
  return { inviteCode, inviteLink: link, inviteQr: createQrImage(link) };
}
