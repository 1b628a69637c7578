import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/event-day/announcements.ts';
import { sendCachedPage } from '../../platform/http/cached-pages.ts';
import { addFormParser } from '../../platform/http/input.ts';
import { route } from '../../platform/http/route.ts';
import { perEvent, type Services } from '../../platform/services.ts';
import {
  cancelAnnouncement,
  createAnnouncement,
  listAnnouncementReceivers,
  listAnnouncements,
  listMyAnnouncements,
  previewAnnouncement,
  sendTestAnnouncement,
} from './announcements.service.ts';
import { isUnsubscribeToken, unsubscribe } from './unsubscribe.service.ts';
import { createUnsubscribePages } from './unsubscribe-pages.ts';

/** Serves announcements to organizers and to those who receive them, and unsubscribing. */
export function announcementRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.previewAnnouncement, ({ body }) => previewAnnouncement(services, body));
  route(app, services, contract.sendTestAnnouncement, ({ actor, body }) =>
    sendTestAnnouncement(services, actor, body),
  );
  route(app, services, contract.createAnnouncement, ({ actor, body, key }) =>
    createAnnouncement(services, actor, body, key),
  );
  route(app, services, contract.listAnnouncements, () => listAnnouncements(services));
  route(app, services, contract.cancelAnnouncement, ({ actor, params }) =>
    cancelAnnouncement(services, params.id, actor.id),
  );
  route(app, services, contract.listAnnouncementReceivers, ({ params }) =>
    listAnnouncementReceivers(services, params.id),
  );
  route(app, services, contract.listMyAnnouncements, ({ actor }) => listMyAnnouncements(services, actor.id));
  void app.register(async (scope) => unsubscribeRoutes(scope, services));
}

function unsubscribeRoutes(app: FastifyInstance, services: Services): void {
  // Mail programs send `List-Unsubscribe=One-Click` as a form, and so does the page; its content decides nothing.
  addFormParser(app);
  const getPages = perEvent(services, createUnsubscribePages);
  route(app, services, contract.getUnsubscribePage, ({ params, request, reply }) =>
    isUnsubscribeToken(services, params.token)
      ? sendCachedPage(getPages().question, request, reply)
      : sendCachedPage(getPages().unknown, request, reply.status(404)),
  );
  route(app, services, contract.unsubscribe, async ({ params, query, request, reply }) => {
    const pages = getPages();
    const undo = query.undo !== undefined;
    if (!(await unsubscribe(services, params.token, { undo })))
      return sendCachedPage(pages.unknown, request, reply.status(404));
    return sendCachedPage(undo ? pages.subscribed : pages.unsubscribed, request, reply);
  });
}
