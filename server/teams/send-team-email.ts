import { findUser } from '../people-data/users.queries.ts';
import type { Db } from '../platform/db/open.ts';
import { queueInvitation, queueMail } from '../platform/mail/mail.service.ts';
import type { Services } from '../platform/services.ts';
import { createTeamEmail, type TeamEmailKind } from './team-emails.ts';

/** Queues an email about a team to somebody with a verified address; it goes out when the transaction commits. Throws `invited_often`. */
export async function sendTeamEmail(
  trx: Db,
  services: Pick<Services, 'event' | 'config' | 'now'>,
  kind: TeamEmailKind,
  { userId, team, other }: { userId: string; team: string; other?: { id: string; name: string } },
): Promise<void> {
  const recipient = await findUser(trx, userId);
  if (!recipient?.email || !recipient.emailVerified) return;
  const email = createTeamEmail(kind, {
    event: services.event,
    publicUrl: services.config.publicUrl,
    name: recipient.name,
    team,
    other: other?.name,
  });
  const mail = { ...email, to: recipient.email, userId, aboutId: other?.id };
  await (kind === 'invited' ? queueInvitation(trx, services, mail, other?.id) : queueMail(trx, mail));
}
