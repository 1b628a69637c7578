import { lockPlaces } from '../../event/places.locks.ts';
import { recordAudits } from '../../platform/audit/audit.service.ts';
import { transact } from '../../platform/db/transact.ts';
import { notifyApplicationChange } from '../../platform/live/notify.ts';
import { addressTo, queueMails } from '../../platform/mail/mail.service.ts';
import type { Services } from '../../platform/services.ts';
import { queueDecisionEmails } from '../applications/queue-decision-email.ts';
import { isEventOver, toOfferedPlace } from './offer-times.ts';
import { type Applicant, offerToNext, updateDueReminders, updateLapsedOffers } from './offers.queries.ts';
import { createLapsedEmail, createReminderEmail } from './place-emails.ts';
import { countFreePlaces } from './places.service.ts';
import { selectWaitlistOrder } from './waitlist.queries.ts';

/** How many offers one transaction makes, so that nobody waits long for the lock. */
const atOnce = 100;

/**
 * The job that ends unanswered offers, offers free places to the waitlist, and sends reminders. It runs every minute and
 * whenever a place is freed. The order of the waitlist is in `waitlist.queries.ts`; how long a place is held is in
 * `offer-times.ts`. Does nothing if places are not limited, or after the event.
 */
export async function offerPlaces(services: Services): Promise<void> {
  const { event, now } = services;
  if (event.capacity === undefined || isEventOver(event, now())) return;
  for (let offered = atOnce; offered === atOnce; ) offered = await offerSome(services);
}

/** Runs one transaction of the job; returns how many places it offered. */
function offerSome(services: Services): Promise<number> {
  const { db, event, now } = services;
  return transact(db, async (trx) => {
    await lockPlaces(trx, event);
    const lapsed = await updateLapsedOffers(trx, now());
    const free = await countFreePlaces(trx, services);
    const { held_until: heldUntil, remind_at: remindAt } = toOfferedPlace(event, now());
    const order = await selectWaitlistOrder(trx);
    const offered =
      free > 0 ? await offerToNext(trx, Math.min(free, atOnce), { order, heldUntil, remindAt }) : [];
    const reminded = await updateDueReminders(trx, now());
    await queueMails(trx, [
      ...lapsed.flatMap((person) => addressTo(person, createLapsedEmail(services, person))),
      ...reminded.flatMap((person) => addressTo(person, createReminderEmail(services, person))),
    ]);
    const outcome = { status: 'approved', heldUntil } as const;
    await queueDecisionEmails(
      trx,
      services,
      offered.map((applicant) => ({ applicant, outcome })),
    );
    const changed = [...lapsed, ...offered];
    const toSubject = ({ applicationId: subject }: Applicant) => ({ subject });
    await recordAudits(trx, null, 'application.lapsed', lapsed.map(toSubject));
    await recordAudits(trx, null, 'application.offered', offered.map(toSubject));
    if (changed.length > 0) await notifyApplicationChange(trx, ...changed.map(({ id }) => id));
    return offered.length;
  });
}
