import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isStaff } from '../../../contract/platform/roles.ts';
import { recordAudit } from '../audit/audit.service.ts';
import type { Services } from '../services.ts';
import type { Actor } from './access.ts';
import { MemoryRateLimitStore, toAddressKey } from './rate-limit.ts';

const refusals: Record<number, string> = { 403: 'access.refused', 429: 'limit.reached' };
/** A caller who goes on being refused is recorded once in this time, in milliseconds: a flood does not fill the audit. */
const refusalEvery = 60_000;
/** The calls of one look at somebody's dashboard are recorded once in this time, in milliseconds. */
const viewEvery = 600_000;

/**
 * Records in the audit what changes nothing, and what no service records itself: calls that the contract marks with
 * `audit`, such as exports, and refusals for lack of rights or for too many requests.
 */
export function installCallAudit(app: FastifyInstance, services: Services): void {
  const { db, log, now } = services;
  const recent = new MemoryRateLimitStore();

  const findAction = (actor: Actor, request: FastifyRequest, status: number): string | undefined => {
    const { endpoint } = request.routeOptions.config;
    const refusal = refusals[status];
    if (refusal) {
      if (status === 429 && endpoint?.untraced) return undefined;
      const caller = actor.kind === 'anonymous' ? toAddressKey(request.ip) : actor.id;
      const key = `${refusal} ${caller} ${request.routeOptions.url}`;
      const wait = recent.consume([{ key, max: 1, milliseconds: refusalEvery }], now().getTime());
      return wait === 0 ? refusal : undefined;
    }
    const audit = status < 300 ? endpoint?.audit : undefined;
    if (audit?.adminsOnly && !(actor.kind === 'user' && isStaff(actor.role))) return undefined;
    return audit?.action;
  };

  app.addHook('onResponse', (request, reply, next) => {
    next();
    if (!request.routeOptions.config.endpoint) return;
    const actor = request.actor ?? { kind: 'anonymous' };
    const call = `${request.method} ${request.routeOptions.url}`;
    const record = (actorId: string | null, action: string, subject: string) =>
      void recordAudit(db, { actorId, action, subject, detail: { by: actor.kind, call } }).catch(() =>
        log.warn({ action }, 'a call was not recorded in the audit'),
      );
    if (actor.kind === 'user' && actor.viewedBy) {
      const key = `view ${actor.viewedBy} ${actor.id}`;
      if (recent.consume([{ key, max: 1, milliseconds: viewEvery }], now().getTime()) > 0) return;
      return record(actor.viewedBy, 'dashboard.viewed', actor.id);
    }
    const action = findAction(actor, request, reply.statusCode);
    if (!action) return;
    const { id } = (request.params ?? {}) as { id?: string };
    record(actor.kind === 'user' ? actor.id : null, action, reply.statusCode < 300 && id ? id : call);
  });
}
