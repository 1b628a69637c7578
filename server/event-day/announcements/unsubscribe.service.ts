import type { Event } from '../../../contract/event/event.ts';
import type * as contract from '../../../contract/event-day/announcements.ts';
import { type CachedPage, sendCachedPage } from '../../platform/http/cached-pages.ts';
import type { HttpCall } from '../../platform/http/call.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { createPlainPage } from '../../platform/http/plain-page.ts';
import { buttonStyles } from '../../platform/http/plain-page-styles.ts';
import { parseUnsubscribeToken } from '../../platform/mail/unsubscribe-link.ts';
import { perEvent, type Services } from '../../platform/services.ts';
import { deleteUnsubscribed, insertUnsubscribed } from './announcements.queries.ts';

const getPages = perEvent(({ event }) => createUnsubscribePages(event));

/** Sends the page that asks; 404 for a token that no email had. The account may have been deleted since. */
export function getUnsubscribePage(
  services: Services,
  { params, request, reply }: HttpCall<typeof contract.getUnsubscribePage>,
) {
  const { question, unknown } = getPages(services);
  return parseUnsubscribeToken(services.config, params.token)
    ? sendCachedPage(question, request, reply)
    : sendCachedPage(unknown, request, reply.status(404));
}

/** Unsubscribes a token's user from announcements, or undoes that, and sends the page that confirms it. */
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

interface Content {
  title: string;
  text: string;
  /** What the page's button sends to its own address, without or with `undo`. */
  button?: { label: string; undo: boolean };
}

/** Creates the pages behind an email's link: the question, its two outcomes, and one for an incomplete link. */
function createUnsubscribePages({ name }: Pick<Event, 'name'>) {
  const about = 'You still see them on your dashboard, and get emails about your own place.';
  return {
    question: createPage(name, {
      title: 'Unsubscribe?',
      text: `You would get no more emails with announcements of ${name}. ${about}`,
      button: { label: 'Unsubscribe', undo: false },
    }),
    unsubscribed: createPage(name, {
      title: 'You are unsubscribed.',
      text: `You get no more emails with announcements of ${name}. ${about}`,
      button: { label: 'Subscribe again', undo: true },
    }),
    subscribed: createPage(name, {
      title: 'You are subscribed.',
      text: `You get emails with announcements of ${name} again.`,
      button: { label: 'Unsubscribe', undo: false },
    }),
    unknown: createPage(name, {
      title: 'This link is not complete.',
      text: 'Open it from the email again, or write to the organizers.',
    }),
  };
}

function createPage(name: string, { title, text, button }: Content): CachedPage {
  const form = button
    ? `<form method="post" action="?${button.undo ? 'undo=1' : ''}"><button>${button.label}</button></form>`
    : '';
  const main = `<h1>${title}</h1>
<p>${escapeHtml(text)}</p>
${form}`;
  return createPlainPage({ site: name, title, main, moreStyles: buttonStyles });
}
