import type { Db } from '../../platform/db/open.ts';
import { queueMail } from '../../platform/mail/mail.service.ts';
import type { Services } from '../../platform/services.ts';
import { createWaitlistEmail } from '../places/place-emails.ts';
import { createDecisionEmail } from './application-emails.ts';

type Applicant = { id: string; name: string; email: string | null; emailVerified: boolean };

/** What applicants are told: the status, or that they wait, and until when a limited place is held. */
export interface DecisionOutcome {
  status: 'approved' | 'rejected' | 'waiting';
  heldUntil?: Date | null;
}

/** Queues the email about a decision, for a person with a verified address; `canBeUndone`: after the time in which it can be. */
export async function queueDecisionEmail(
  trx: Db,
  services: Services,
  applicant: Applicant,
  outcome: DecisionOutcome,
  canBeUndone: boolean,
): Promise<string | undefined> {
  const mail = addressDecisionEmail(services, applicant, outcome);
  return mail && queueMail(trx, mail, { delaySeconds: canBeUndone ? services.config.decisionMailDelay : 0 });
}

/** Returns the email about a decision with its receiver; undefined for somebody without a verified address. */
export function addressDecisionEmail(
  { event, config }: Services,
  applicant: Applicant,
  { status, heldUntil }: DecisionOutcome,
) {
  const { id: userId, name, email: to, emailVerified } = applicant;
  if (!to || !emailVerified) return undefined;
  const site = { event, publicUrl: config.publicUrl, name };
  const email =
    status === 'waiting' ? createWaitlistEmail(site) : createDecisionEmail({ ...site, status, heldUntil });
  return { to, userId, ...email };
}
