import type { FastifyInstance } from 'fastify';
import { listenLive } from '../../contract/live.ts';
import { route } from '../http/route.ts';
import { sentToken } from '../people/sessions.service.ts';
import type { Services } from '../services.ts';

// A page that does not read what it is sent, in bytes.
const mostUnread = 65_536;

/** Serves live events, and ends every page when the program closes. */
export function liveRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, listenLive, ({ actor, request, reply }) => {
    const token = sentToken(services, request);
    if (actor.kind !== 'user' || !token) return reply.status(204).send();
    const { raw } = reply;
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) raw.setHeader(name, value ?? '');
    raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
    const write = (text: string) => {
      if (raw.writableLength > mostUnread) raw.destroy();
      else if (!raw.writableEnded && !raw.destroyed) raw.write(text);
    };
    write('retry: 2000\n\n');
    const page = {
      token,
      send: (event: string) => write(`event: ${event}\ndata: {}\n\n`),
      beat: () => write(':\n\n'),
      end: () => raw.end(),
    };
    const leave = services.live.add(page, actor);
    raw.on('close', leave).on('error', leave);
  });
  app.addHook('preClose', async () => services.live.close());
}
