import type { Db } from '../../platform/db/open.ts';
import { addressTo, queueMails, type Receiver } from '../../platform/mail/mail.service.ts';
import type { Services } from '../../platform/services.ts';
import { listUnconfirmed } from '../guardians/guardians.service.ts';
import { createWaitlistEmail } from '../places/place-emails.ts';
import { createDecisionEmail } from './application-emails.ts';

/** What applicants are told: the status, or that they are on the waitlist, and until when a limited place is held. */
export interface DecisionOutcome {
  status: 'approved' | 'rejected' | 'waiting';
  heldUntil?: Date | null;
}

/** Queues the emails about decisions, to people with a verified address; returns their ids by person. */
export async function queueDecisionEmails(
  trx: Db,
  services: Services,
  decided: readonly { applicant: Receiver & { name: string }; outcome: DecisionOutcome }[],
  { delaySeconds = 0 } = {},
): Promise<Map<string, string>> {
  const unconfirmed = await listUnconfirmed({ db: trx, event: services.event });
  const mails = decided.flatMap(({ applicant, outcome: { status, heldUntil } }) => {
    const { id, name } = applicant;
    const guardianMissing = unconfirmed.has(id);
    const email =
      status === 'waiting'
        ? createWaitlistEmail(services, { name })
        : createDecisionEmail(services, { name, status, heldUntil, guardianMissing });
    return addressTo(applicant, email);
  });
  const ids = await queueMails(trx, mails, { delaySeconds });
  return new Map(mails.map(({ userId }, at) => [userId, ids[at]!]));
}
