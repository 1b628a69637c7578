import type { Db } from '../platform/db/open.ts';
import { queueMail } from '../platform/mail/mail.service.ts';
import type { Services } from '../platform/services.ts';
import { createTeamEmail, type TeamEmailKind } from './team-emails.ts';
import { findVerifiedRecipient } from './teams.queries.ts';

/** Queues an email about a team to somebody with a verified address; it goes out when the transaction commits. */
export async function sendTeamEmail(
  trx: Db,
  { event, config }: Pick<Services, 'event' | 'config'>,
  kind: TeamEmailKind,
  { userId, team, other }: { userId: string; team: string; other?: { id: string; name: string } },
): Promise<void> {
  const recipient = await findVerifiedRecipient(trx, userId);
  if (!recipient?.email) return;
  const email = createTeamEmail(kind, {
    event,
    publicUrl: config.publicUrl,
    name: recipient.name,
    team,
    other: other?.name,
  });
  await queueMail(trx, { ...email, to: recipient.email, userId, aboutId: other?.id });
}
