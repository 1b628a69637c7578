import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/event/settings.ts';
import { sendDownload } from '../../platform/http/download.ts';
import { SerializedResponse } from '../../platform/http/responses.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import {
  checkSettings,
  exportSettings,
  getSettings,
  listEarlierSettings,
  saveSettings,
  sendTestEmail,
} from './settings.service.ts';

/** The values of a section have the shape of the event, which no serializer of a response can name. */
const toJson = (value: unknown) => new SerializedResponse(JSON.stringify(value));

/** Serves the settings of the event to organizers. */
export function settingsRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.getSettings, async () => toJson(await getSettings(services)));
  route(app, services, contract.checkSettings, ({ params, body }) =>
    checkSettings(services, params.section, body.values),
  );
  route(app, services, contract.saveSettings, async ({ actor, params, body }) =>
    toJson(await saveSettings(services, actor.id, { ...params, ...body })),
  );
  route(app, services, contract.listEarlierSettings, async ({ params }) =>
    toJson(await listEarlierSettings(services, params.section)),
  );
  route(app, services, contract.exportSettings, ({ reply }) =>
    sendDownload(reply, 'event.ts', exportSettings(services)),
  );
  route(app, services, contract.sendTestEmail, ({ actor }) => sendTestEmail(services, actor));
}
