import type { Db } from '../db/open.ts';
import { queueMail } from '../mail/mail.service.ts';
import { createTeamEmail, type TeamEmailKind } from '../mail/team-emails.ts';
import type { Services } from '../services.ts';
import { findVerifiedRecipient } from './teams.queries.ts';

/** Mails somebody what has happened in a team, once, if and when the transaction commits. */
export async function notifyByEmail(
  trx: Db,
  { event, config }: Pick<Services, 'event' | 'config'>,
  kind: TeamEmailKind,
  { userId, team, other }: { userId: string; team: string; other?: string },
): Promise<void> {
  const person = await findVerifiedRecipient(trx, userId);
  if (!person?.email) return;
  const letter = createTeamEmail(kind, {
    event,
    publicUrl: config.publicUrl,
    name: person.name,
    team,
    other,
  });
  await queueMail(trx, { ...letter, to: person.email, userId });
}
