import type * as contract from '../../../contract/event-day/help.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { hasAccess } from '../../../contract/platform/roles.ts';
import { lockUser } from '../../people-data/users.locks.ts';
import { getUserRow } from '../../people-data/users.queries.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import { notifySubscribers } from '../../platform/live/notify.ts';
import { queuePush } from '../../platform/push/push-to-person.service.ts';
import type { Services } from '../../platform/services.ts';
import * as queries from './help.queries.ts';
import { askRefusal, ratingRefusal, stateRefusal } from './help.rules.ts';

/** Returns the topics of the event. Throws `not_found` for an event without a queue. */
function requireHelp({ event }: Pick<Services, 'event'>): string[] {
  return event.help?.topics ?? fail('not_found');
}

const findMentor = async (db: Db, userId: string) =>
  (await queries.selectDuties(db)).find(({ id }) => id === userId);

/**
 * Changes the queue under its lock, and notifies open pages and the people who are next, except the person who changes it.
 */
async function changeQueue(services: Services, by: string, change: (trx: Db) => Promise<void>) {
  requireHelp(services);
  await transact(services.db, async (trx) => {
    await lockKey(trx, 'help');
    await change(trx);
    for (const { id: tag, userId, topic } of await queries.callNext(trx)) {
      const body = 'You are the next one. Stay where a mentor finds you.';
      const message = { title: `Next: ${topic}`, body, tag, url: paths.dashboard };
      if (userId !== by) await queuePush(trx, services, userId, message);
    }
    await notifySubscribers(trx, 'help');
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
): Promise<ResponseOf<typeof contract.getMyHelp>> {
  requireHelp(services);
  const requests = await queries.selectRequestsOf(services.db, userId);
  const duties = await queries.selectDuties(services.db);
  return { requests: requests.map(toView), mentorsOnDuty: duties.filter(({ onDuty }) => onDuty).length };
}

/**
 * Puts a participant into the queue; a repeat with the same id changes nothing. Throws `not_found`, `unknown_topic` and
 * what `askRefusal` returns.
 */
export async function askForHelp(
  services: Services,
  { actor, params: { id }, body: { topic, text, location, wanted } }: Call<typeof contract.askForHelp>,
): Promise<void> {
  const topics = requireHelp(services);
  await changeQueue(services, actor.id, async (trx) => {
    const same = await queries.findRequest(trx, id);
    if (same) return same.userId === actor.id ? undefined : fail('not_found');
    if (!topics.includes(topic)) fail('unknown_topic');
    // If the application ends at the same moment, the request ends with it.
    await lockUser(trx, actor.id);
    failIf(askRefusal(await getUserRow(trx, actor.id), (await queries.selectRequestsOf(trx, actor.id))[0]));
    const wantedId = wanted && (await findMentor(trx, wanted))?.id;
    const row = { id, user_id: actor.id, topic, text, location, wanted_id: wantedId ?? null };
    await queries.insertRequest(trx, { ...row, created_at: services.now() });
    const message = { title: `${actor.name} asks for you`, body: `${topic}: ${text}`, tag: id };
    if (wantedId) await queuePush(trx, services, wantedId, { ...message, url: paths.help });
  });
}

/**
 * Changes the state of a request, or rates one that is solved; a repeat changes nothing. Throws `not_found` and what
 * `stateRefusal` or `ratingRefusal` returns.
 */
export async function updateHelpRequest(
  services: Services,
  { actor, params: { id }, body: { state, note, rating } }: Call<typeof contract.updateHelpRequest>,
): Promise<void> {
  await changeQueue(services, actor.id, async (trx) => {
    const request = (await queries.findRequest(trx, id)) ?? fail('not_found');
    const isAsker = request.userId === actor.id;
    if (!isAsker && !hasAccess(actor.role, 'mentor')) fail('not_found');
    if (rating !== undefined) {
      failIf(ratingRefusal(request, actor.id));
      return queries.updateRequest(trx, id, { rating });
    }
    if (request.state === state && (isAsker || request.mentorId === actor.id)) return;
    failIf(stateRefusal(request, state, actor.id));
    const changes = {
      claimed: { mentor_id: actor.id, claimed_at: services.now() },
      waiting: { mentor_id: null, claimed_at: null },
      solved: { ended: 'solved' as const },
      cancelled: { ended: 'cancelled' as const },
    };
    if (state === 'claimed') await queries.upsertMentor(trx, actor.id);
    await queries.updateRequest(trx, id, { ...changes[state], ...(!isAsker && { note }) });
    if (state !== 'claimed') return;
    const title = `${actor.name || 'A mentor'} comes to you`;
    const body = `Stay where you are${request.location && `: ${request.location}`}.`;
    await queuePush(trx, services, request.userId, { title, body, tag: id, url: paths.dashboard });
  });
}

/** Returns the open requests. Throws `not_found`. */
export async function getHelpQueue(
  services: Services,
  { actor: { id, role } }: Call<typeof contract.getHelpQueue>,
): Promise<contract.HelpQueue> {
  requireHelp(services);
  const { db } = services;
  const me = (await findMentor(db, id)) ?? { topics: [], onDuty: false };
  const queue = { requests: (await queries.selectOpenRequests(db)).map(toView), me };
  if (role !== 'admin') return queue;
  const hours = await queries.selectHours(db);
  const overview = {
    mentors: await queries.selectMentors(db),
    hours: hours.map((row) => ({ ...row, hour: row.hour.toISOString() })),
  };
  return { ...queue, overview };
}

/** Stores a mentor's settings, except topics that the event does not have. Throws `not_found`. */
export async function updateMyMentoring(
  services: Services,
  { actor: { id }, body: { topics, onDuty } }: Call<typeof contract.updateMyMentoring>,
): Promise<void> {
  const known = requireHelp(services).filter((topic) => topics.includes(topic));
  await changeQueue(services, id, (trx) => queries.upsertMentor(trx, id, { topics: known, on_duty: onDuty }));
}

/** Deletes a mentor's settings; the requests that they had claimed wait again. */
export async function endMentoring(trx: Db, id: string): Promise<void> {
  if (await queries.deleteMentor(trx, id)) await notifySubscribers(trx, 'help');
}
