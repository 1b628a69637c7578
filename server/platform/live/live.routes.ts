import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as contract from '../../../contract/platform/live.ts';
import type { Actor } from '../http/access.ts';
import { fail } from '../http/problem.ts';
import { serve } from '../http/route.ts';
import type { Services } from '../services.ts';
import { findSessionToken } from '../sessions/session-cookies.ts';

// In bytes. A stream whose client does not read is closed.
const maxUnread = 65_536;

/** Serves live events, and ends every stream when the program closes. */
export function liveRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, contract, {
    subscribeToLiveEvents: subscribe,
    subscribeAsJudge: subscribe,
    subscribeAsReviewer: subscribe,
  });
  app.addHook('preClose', async () => services.live.close());
}

function subscribe(
  { config, live, log }: Services,
  { actor, request, reply }: { actor: Actor; request: FastifyRequest; reply: FastifyReply },
): unknown {
  const token = actor.kind === 'anonymous' ? undefined : findSessionToken(config, actor.kind, request);
  if (actor.kind === 'anonymous' || !token) return reply.status(204).send();
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
    kind: actor.kind,
    token,
    send: (event: string) => write(`event: ${event}\ndata: {}\n\n`),
    sendHeartbeat: () => write('event: heartbeat\ndata: {}\n\n'),
    end: () => raw.end(),
  };
  const remove = live.add(stream, actor);
  raw.on('close', remove).on('error', remove);
}
