import type { Db } from '../db/open.ts';
import { queueMail } from '../mail/mail.service.ts';
import { type TeamNews, teamLetter } from '../mail/team-emails.ts';
import type { Services } from '../services.ts';
import { personToTell } from './teams.queries.ts';

/** Mails somebody what has happened in a team, once, if and when the transaction commits. */
export async function tell(
  trx: Db,
  { event, config }: Pick<Services, 'event' | 'config'>,
  kind: TeamNews,
  { userId, team, other }: { userId: string; team: string; other?: string },
): Promise<void> {
  const person = await personToTell(trx, userId);
  if (!person?.email) return;
  const letter = teamLetter(kind, { event, publicUrl: config.publicUrl, name: person.name, team, other });
  await queueMail(trx, { ...letter, to: person.email, userId });
}
