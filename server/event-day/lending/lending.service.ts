import * as contract from '../../../contract/event-day/lending.ts';
import { hour } from '../../../contract/platform/durations.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { findUser, getUserRow } from '../../people-data/users.queries.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { PayloadOf } from '../../platform/jobs/define-job.ts';
import { notifySubscribers } from '../../platform/live/notify.ts';
import { createEmail, formatGreeting } from '../../platform/mail/email.ts';
import { queueMail } from '../../platform/mail/mail.service.ts';
import { queuePush } from '../../platform/push/push-to-person.service.ts';
import { createQrImage } from '../../platform/qr-image.ts';
import type { Services } from '../../platform/services.ts';
import { toPlausibleTime } from '../check-in/check-in.service.ts';
import { getPassRefusal, hasPass, isGenuinePass } from '../check-in/pass.ts';
import { remindBorrowerJob } from '../event-day.jobs.ts';
import * as queries from './lending.queries.ts';
import { loanRefusal } from './lending.rules.ts';

/** Returns the event's things, each with its number. Throws `not_found` if the event lends nothing. */
function listOwned({ event }: Pick<Services, 'event'>) {
  const { things, photos } = event.lending ?? fail('not_found');
  return things.flatMap(contract.listThingsOfLine).map(({ number, name }) => ({
    number,
    name,
    photo: photos?.find(({ thing }) => thing === name)?.src,
  }));
}

/** Returns a thing that is on loan but no longer on the event's list. */
const toUnlisted = (number: string) => ({ number, name: 'No longer on the list', photo: undefined });

function requireThing(services: Pick<Services, 'event'>, number: string) {
  return listOwned(services).find((thing) => thing.number === number) ?? fail('unknown_thing');
}

const toDue = ({ event }: Pick<Services, 'event'>, at: Date) =>
  new Date(at.getTime() + (event.lending?.hours ?? 0) * hour);

async function findHolders({ now }: Services, db: Db, thing: string) {
  const reservations = await queries.selectReservations(db, now());
  return {
    loan: await queries.findLoan(db, thing),
    reservation: reservations.find((one) => one.thing === thing),
  };
}

/**
 * Lists all things with who has them, including things on loan that are no longer on the event's list. Throws `not_found`.
 */
export async function listLoans(services: Services): Promise<contract.LentThing[]> {
  const { db, now } = services;
  const things = listOwned(services);
  const loans = new Map((await queries.selectLoans(db)).map((loan) => [loan.thing, loan]));
  const reservations = await queries.selectReservations(db, now());
  const reserved = new Map(reservations.map((reservation) => [reservation.thing, reservation]));
  const unlisted = [...loans.keys()].filter((lent) => !things.some(({ number }) => number === lent));
  return [...things, ...unlisted.map(toUnlisted)].map((thing) => {
    const loan = loans.get(thing.number);
    const holder = loan ? { ...loan, until: toDue(services, loan.at) } : reserved.get(thing.number);
    if (!holder) return { ...thing, state: 'free' };
    return {
      ...thing,
      state: loan ? 'lent' : 'reserved',
      ...(holder.userId && { person: { userId: holder.userId, name: holder.name ?? '' } }),
      until: holder.until.toISOString(),
      ...(loan && { since: loan.at.toISOString() }),
    };
  });
}

/** Lists all things for a participant, without other people's names. Throws `not_found`. */
export async function listThings(services: Services, { actor }: Call<typeof contract.listThings>) {
  const owned = new Set(listOwned(services).map(({ number }) => number));
  return (await listLoans(services)).flatMap(({ person, since: _, until, ...thing }) => {
    const isMine = person?.userId === actor.id;
    return isMine || owned.has(thing.number) ? { ...thing, isMine, ...(isMine && { until }) } : [];
  });
}

/**
 * Reserves a thing for half an hour. Throws `not_found`, `forbidden` for somebody who is not approved, `unknown_thing`,
 * `thing_lent` and `thing_reserved`.
 */
export async function reserveThing(
  services: Services,
  { actor, params: { number } }: Call<typeof contract.reserveThing>,
): Promise<void> {
  const { db, now } = services;
  const thing = requireThing(services, number).number;
  if (!hasPass(actor.applicationStatus)) fail('forbidden');
  await transact(db, async (trx) => {
    await lockKey(trx, 'lending');
    failIf(loanRefusal(await findHolders(services, trx, thing), actor.id));
    const until = new Date(now().getTime() + contract.lendingLimits.held);
    await queries.upsertReservation(trx, { thing, userId: actor.id, until, now: now() });
    await notifySubscribers(trx, 'check-ins');
  });
}

/** Cancels a person's reservation. Throws `not_found` and `unknown_thing`. */
export async function cancelReservation(
  services: Services,
  { actor: { id: userId }, params: { number } }: Call<typeof contract.cancelReservation>,
): Promise<void> {
  const thing = requireThing(services, number).number;
  await transact(services.db, async (trx) => {
    await queries.deleteReservation(trx, thing, userId);
    await notifySubscribers(trx, 'check-ins');
  });
}

/** Throws `unknown_person`, `not_approved`, and `invalid_pass` or `earlier_pass` for a signature that is not of their current pass. */
async function requireBorrower(
  services: Services,
  trx: Db,
  { userId, pass }: { userId: string; pass?: string | undefined },
) {
  if (!(await findUser(trx, userId))) fail('unknown_person');
  const { passVersion, applicationStatus } = await getUserRow(trx, userId);
  if (!hasPass(applicationStatus)) fail('not_approved');
  if (pass !== undefined && !isGenuinePass(services, { id: userId, passVersion }, pass))
    fail(await getPassRefusal({ ...services, db: trx }, pass));
}

/**
 * Hands a thing out or takes it in. A later report, with `at`, has already happened and is stored regardless of who had the
 * thing by then. Throws `not_found`, `unknown_thing`, `unknown_person`, `not_approved`, `invalid_pass`, and without `at`
 * also `thing_lent` and `thing_reserved`.
 */
export async function recordLoan(
  services: Services,
  { actor: { id: by }, params: { id }, body: { number, userId, pass, at } }: Call<typeof contract.recordLoan>,
): Promise<void> {
  const { db, now } = services;
  const isListed = listOwned(services).some((thing) => thing.number === number);
  await transact(db, async (trx) => {
    await lockKey(trx, 'lending');
    if (await queries.hasScan(trx, id)) return;
    const { loan, reservation } = await findHolders(services, trx, number);
    if (!isListed && (userId || !loan)) fail('unknown_thing');
    if (userId) {
      await requireBorrower(services, trx, { userId, pass });
      // The same volunteer may have tapped twice.
      if (!at && loan?.userId === userId) return;
      if (!at) failIf(loanRefusal({ loan, reservation }, userId));
      await queries.deleteReservation(trx, number, userId);
    } else if (!at && !loan) return;
    const scannedAt = (at && toPlausibleTime(at, now())) || now();
    await queries.insertScan(trx, { id, thing: number, userId, at: scannedAt, by });
    if (userId) {
      const wait =
        toDue(services, scannedAt).getTime() - contract.lendingLimits.remindBefore - now().getTime();
      const delaySeconds = Math.max(0, Math.round(wait / 1000));
      await addJob(trx, remindBorrowerJob, { id, thing: number }, { delaySeconds });
    }
    await notifySubscribers(trx, 'check-ins');
    for (const person of new Set([userId, loan?.userId]))
      if (person) await notifySubscribers(trx, `user:${person}`);
  });
}

/** The job that reminds the borrower by email and notification, unless the thing was returned or passed on. */
export async function remindBorrower(services: Services, { id, thing }: PayloadOf<typeof remindBorrowerJob>) {
  const { db, event } = services;
  if (!event.lending) return;
  const owned = listOwned(services).find(({ number }) => number === thing);
  await transact(db, async (trx) => {
    const loan = await queries.findLoan(trx, thing);
    if (loan?.id !== id) return;
    const { userId, name, email } = loan;
    if (!userId) return;
    const title = `${owned?.name ?? 'The thing'} ${thing}`;
    const due = formatDateTime(toDue(services, loan.at), event);
    const body = `Please bring it back by ${due}.`;
    await queuePush(trx, services, userId, { title, body, tag: id, url: paths.dashboard });
    if (!email) return;
    const content = createEmail(`Please bring back: ${title}`, event, [
      { heading: 'Please bring it back' },
      formatGreeting(name ?? ''),
      `You borrowed ${title} until ${due}. Somebody else may wait for it.`,
    ]);
    await queueMail(trx, { ...content, to: email, userId });
  });
}

/** Returns a QR code for each thing, which stations read. Throws `not_found`. */
export async function listThingLabels(services: Services) {
  return listOwned(services).map(({ number, name }) => ({
    number,
    name,
    qrCode: createQrImage(`overnight thing ${number}`),
  }));
}
