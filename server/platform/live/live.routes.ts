import type { FastifyInstance, FastifyReply } from 'fastify';
import * as contract from '../../../contract/platform/live.ts';
import { fail } from '../http/problem.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { findSessionToken } from '../sessions/session-cookies.ts';
import type { SessionHolder } from '../sessions/session-holders.ts';

// In bytes. A stream whose client does not read is closed.
const maxUnread = 65_536;

/** Serves live events, and ends every stream when the program closes. */
export function liveRoutes(app: FastifyInstance, services: Services): void {
  const { config } = services;
  route(app, services, contract.subscribeToLiveEvents, ({ actor, request, reply }) =>
    subscribe(
      services,
      reply,
      findSessionToken(config, 'user', request),
      actor.kind === 'user' ? actor : undefined,
    ),
  );
  route(app, services, contract.subscribeAsJudge, ({ actor, request, reply }) =>
    subscribe(services, reply, findSessionToken(config, 'judge', request), actor),
  );
  route(app, services, contract.subscribeAsReviewer, ({ actor, request, reply }) =>
    subscribe(services, reply, findSessionToken(config, 'reviewer', request), actor),
  );
  app.addHook('preClose', async () => services.live.close());
}

function subscribe(
  { live, log }: Pick<Services, 'live' | 'log'>,
  reply: FastifyReply,
  token: string | undefined,
  subscriber: SessionHolder | undefined,
): unknown {
  if (!subscriber || !token) return reply.status(204).send();
  if (live.isFull) {
    if (live.shouldWarn()) log.warn({ streams: live.size }, 'Live streams are full: further pages poll');
    fail('unavailable', { retryAfter: 30 });
  }
  const { raw } = reply;
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) raw.setHeader(name, value ?? '');
  raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
  const write = (text: string) => {
    if (raw.writableLength > maxUnread) raw.destroy();
    else if (!raw.writableEnded && !raw.destroyed) raw.write(text);
  };
  write('retry: 2000\n\n');
  const stream = {
    kind: subscriber.kind,
    token,
    send: (event: string) => write(`event: ${event}\ndata: {}\n\n`),
    sendHeartbeat: () => write('event: heartbeat\ndata: {}\n\n'),
    end: () => raw.end(),
  };
  const remove = live.add(stream, subscriber);
  raw.on('close', remove).on('error', remove);
}
