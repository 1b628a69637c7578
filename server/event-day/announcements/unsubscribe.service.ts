import type * as contract from '../../../contract/event-day/announcements.ts';
import { sendCachedPage } from '../../platform/http/cached-pages.ts';
import type { HttpCall } from '../../platform/http/call.ts';
import { parseUnsubscribeToken } from '../../platform/mail/unsubscribe-link.ts';
import { perEvent, type Services } from '../../platform/services.ts';
import { deleteUnsubscribed, insertUnsubscribed } from './announcements.queries.ts';
import { createUnsubscribePages } from './unsubscribe-pages.ts';

const getPages = perEvent(({ event }) => createUnsubscribePages(event));

/** Sends the page that asks; 404 for a token that no email had. The account may be deleted since. */
export function getUnsubscribePage(
  services: Services,
  { params, request, reply }: HttpCall<typeof contract.getUnsubscribePage>,
) {
  const { question, unknown } = getPages(services);
  return parseUnsubscribeToken(services.config, params.token)
    ? sendCachedPage(question, request, reply)
    : sendCachedPage(unknown, request, reply.status(404));
}

/** Unsubscribes the user of a token from announcements, or undoes that, and sends the page that says so. */
export async function unsubscribe(
  services: Services,
  { params, query: { undo }, request, reply }: HttpCall<typeof contract.unsubscribe>,
) {
  const { db, config, now } = services;
  const { subscribed, unsubscribed, unknown } = getPages(services);
  const userId = parseUnsubscribeToken(config, params.token);
  if (!userId) return sendCachedPage(unknown, request, reply.status(404));
  await (undo ? deleteUnsubscribed(db, userId) : insertUnsubscribed(db, userId, now()));
  return sendCachedPage(undo ? subscribed : unsubscribed, request, reply);
}
