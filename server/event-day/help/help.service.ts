import * as contract from '../../../contract/event-day/help.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { findOrCreateAccount } from '../../platform/accounts/accounts.service.ts';
import { getUserRow } from '../../platform/accounts/users.queries.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import { notifySubscribers } from '../../platform/live/notify.ts';
import { createEmail, createPageLink, formatGreeting } from '../../platform/mail/email.ts';
import { queueMail } from '../../platform/mail/mail.service.ts';
import { queuePush } from '../../platform/push/push-to-person.service.ts';
import type { Services } from '../../platform/services.ts';
import * as queries from './help.queries.ts';
import { askRefusal, ratingRefusal, stateRefusal } from './help.rules.ts';

/** In milliseconds: how far back the usual wait looks. */
const waitsSince = 3 * 3_600_000;

/** Returns the topics of the event. Throws `not_found` for an event without a queue. */
function requireHelp({ event }: Pick<Services, 'event'>): string[] {
  return event.help?.topics ?? fail('not_found');
}

/** Changes the queue under its lock, and notifies open pages and the people who are next. */
async function changeQueue<Result>(
  services: Services,
  change: (trx: Db) => Promise<Result>,
  calm?: string,
): Promise<Result> {
  requireHelp(services);
  return transact(services.db, async (trx) => {
    await lockKey(trx, 'help');
    const result = await change(trx);
    for (const { id: tag, userId, topic } of await queries.callNext(trx)) {
      const body = 'You are the next one. Stay where a mentor finds you.';
      const message = { title: `Next: ${topic}`, body, tag, url: paths.dashboard };
      if (tag !== calm) await queuePush(trx, services, userId, message);
    }
    await notifySubscribers(trx, 'help');
    return result;
  });
}

const toView = <Row extends { createdAt: Date }>({ createdAt, ...row }: Row) => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

/** Returns a participant's own requests. Throws `not_found`. */
export async function getMyHelp(
  services: Services,
  { actor: { id: userId } }: Call<typeof contract.getMyHelp>,
): Promise<contract.MyHelp> {
  requireHelp(services);
  const { db } = services;
  return {
    requests: (await queries.selectRequestsOf(db, userId, contract.helpLimits.shown)).map(toView),
    mentorsOnDuty: await queries.countOnDuty(db),
    isMentor: (await queries.findMentor(db, userId)) !== undefined,
  };
}

/**
 * Puts a participant into the queue; a repeat with the same id changes nothing. Throws `not_found`, `forbidden` for somebody
 * who is not approved, `unknown_topic` and `help_open`.
 */
export async function askForHelp(
  services: Services,
  { actor, params: { id }, body: { topic, text, location, wanted } }: Call<typeof contract.askForHelp>,
): Promise<void> {
  const topics = requireHelp(services);
  failIf(askRefusal(actor));
  await changeQueue(
    services,
    async (trx) => {
      const same = await queries.findRequest(trx, id);
      if (same) return same.userId === actor.id ? undefined : fail('not_found');
      if (!topics.includes(topic)) fail('unknown_topic');
      if (await queries.hasOpenRequest(trx, actor.id)) fail('help_open');
      const wantedId = wanted && (await queries.findMentor(trx, wanted)) ? wanted : null;
      const row = { id, user_id: actor.id, topic, text, location, wanted_id: wantedId };
      await queries.insertRequest(trx, { ...row, created_at: services.now() });
      const body = `${topic}: ${text}`;
      const message = { title: `${actor.name} asks for you`, body, tag: id, url: paths.help };
      if (wantedId) await queuePush(trx, services, wantedId, message);
    },
    id,
  );
}

/** Changes the state of a request; a repeat changes nothing. Throws `not_found` and what `stateRefusal` returns. */
export async function updateHelpRequest(
  services: Services,
  { actor, params: { id }, body: { state, note } }: Call<typeof contract.updateHelpRequest>,
): Promise<void> {
  await changeQueue(services, async (trx) => {
    const isMentor = (await queries.findMentor(trx, actor.id)) !== undefined;
    const request = (await queries.findRequest(trx, id)) ?? fail('not_found');
    const isOwn = request.userId === actor.id || request.mentorId === actor.id;
    if (!isOwn && !isMentor) fail('not_found');
    if (request.state === state && isOwn) return;
    failIf(stateRefusal(request, state, { id: actor.id, isMentor }));
    const changes = {
      claimed: { mentor_id: actor.id, claimed_at: services.now() },
      waiting: { mentor_id: null, claimed_at: null },
      solved: { ended_at: services.now(), solved: true },
      cancelled: { ended_at: services.now() },
    };
    const isHelper = request.mentorId === actor.id || state === 'claimed';
    await queries.updateRequest(trx, id, {
      ...changes[state],
      ...(isHelper && note !== undefined && { note }),
    });
    if (state !== 'claimed') return;
    const title = `${actor.name || 'A mentor'} comes to you`;
    const body = request.location ? `Stay at ${request.location}.` : 'Stay where you are.';
    await queuePush(trx, services, request.userId, { title, body, tag: id, url: paths.dashboard });
  });
}

/** Stores how a participant found the help. Throws `not_found` and `forbidden`. */
export async function rateHelp(
  services: Services,
  { actor: { id: userId }, params: { id }, body: { rating } }: Call<typeof contract.rateHelp>,
): Promise<void> {
  await changeQueue(services, async (trx) => {
    const request = await queries.findRequest(trx, id);
    if (request?.userId !== userId) fail('not_found');
    failIf(ratingRefusal(request));
    await queries.updateRequest(trx, id, { rating });
  });
}

/** Returns the open requests to a mentor or an organizer. Throws `not_found` and `forbidden`. */
export async function getHelpQueue(
  services: Services,
  { actor: { id, role } }: Call<typeof contract.getHelpQueue>,
): Promise<contract.HelpQueue> {
  requireHelp(services);
  const { db } = services;
  const me = (await queries.findMentor(db, id)) ?? null;
  if (!me && role !== 'admin') fail('forbidden');
  return { requests: (await queries.selectOpenRequests(db)).map(toView), me };
}

/** Returns what organizers see beside the queue. Throws `not_found`. */
export async function getHelpOverview(services: Services): Promise<contract.HelpOverview> {
  requireHelp(services);
  const { db, now } = services;
  return {
    mentors: await queries.selectMentors(db),
    usualWait: await queries.selectUsualWait(db, new Date(now().getTime() - waitsSince)),
    hours: (await queries.selectHours(db)).map((row) => ({ ...row, hour: row.hour.toISOString() })),
  };
}

/** Stores what a mentor says about themselves; topics that the event does not have are left out. Throws `not_found`. */
export async function updateMyMentoring(
  services: Services,
  { actor: { id: userId }, body: { topics, onDuty } }: Call<typeof contract.updateMyMentoring>,
): Promise<void> {
  const known = requireHelp(services).filter((topic) => topics.includes(topic));
  await changeQueue(services, async (trx) => {
    if (!(await queries.updateMentor(trx, userId, { topics: known, on_duty: onDuty }))) fail('not_found');
  });
}

/** Makes the holder of an email address a mentor and emails them the queue; does nothing when they are one. Throws `not_found`. */
export async function addMentor(
  services: Services,
  { actor: { id: actorId }, body: { email, topics } }: Call<typeof contract.addMentor>,
): Promise<void> {
  const { config, event } = services;
  const known = requireHelp(services).filter((topic) => topics.includes(topic));
  await changeQueue(services, async (trx) => {
    const id = await findOrCreateAccount(trx, email);
    if (!(await queries.insertMentor(trx, id, known))) return;
    await recordAudit(trx, { actorId, action: 'mentor.added', subject: id });
    const { name } = await getUserRow(trx, id);
    const content = createEmail(`You are a mentor at ${event.name}`, event, [
      { heading: 'You are a mentor' },
      { say: formatGreeting(name) },
      { say: 'Open the queue on your phone, sign in with this address, and say when you are on duty.' },
      { link: createPageLink(config.publicUrl, paths.help), label: 'Open the queue' },
    ]);
    await queueMail(trx, { ...content, to: email, userId: id });
  });
}

/** Removes a mentor. Throws `not_found`. */
export async function removeMentor(
  services: Services,
  { actor: { id: actorId }, params: { id } }: Call<typeof contract.removeMentor>,
): Promise<void> {
  await changeQueue(services, async (trx) => {
    if (!(await queries.deleteMentor(trx, id))) fail('not_found');
    await recordAudit(trx, { actorId, action: 'mentor.removed', subject: id });
  });
}
