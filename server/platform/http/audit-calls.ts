import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isStaff } from '../../../contract/platform/roles.ts';
import { recordAudit } from '../audit/audit.service.ts';
import type { Services } from '../services.ts';
import type { Actor } from './access.ts';
import { Problem } from './problem.ts';
import { MemoryRateLimitStore, toAddressKey } from './rate-limit.ts';

const anonymous: Actor = { kind: 'anonymous' };
const refusals: Record<number, string> = { 403: 'access.refused', 429: 'limit.reached' };
/**
 * A caller who keeps being refused is recorded once per this time, in milliseconds, so that a flood does not fill the
 * audit.
 */
const refusalEvery = 60_000;
/** Views of one person's dashboard are recorded once per this time, in milliseconds. */
const viewEvery = 600_000;

/**
 * Audits reads and refusals, which no service records: calls that the contract marks with `audit`, such as exports, views
 * of a person's dashboard, and refusals for missing rights or too many requests. Other calls skip this.
 */
export function installCallAudit(app: FastifyInstance, services: Services): void {
  const { db, log, now } = services;
  const recent = new MemoryRateLimitStore();
  const isRecent = (key: string, milliseconds: number) =>
    recent.consume([{ key, max: 1, milliseconds }], now().getTime()) > 0;

  const record = (request: FastifyRequest, action: string, about: { by?: string; subject?: string } = {}) => {
    const { actor = anonymous, method, routeOptions } = request;
    const call = `${method} ${routeOptions.url}`;
    const user = actor.kind === 'user' ? actor.id : actor.kind === 'reviewer' ? actor.openedBy : null;
    const { by = user, subject = call } = about;
    void recordAudit(db, by, action, subject, { by: actor.kind, call }).catch(() =>
      log.warn({ action }, 'a call was not recorded in the audit'),
    );
  };

  const recordAnswer = (request: FastifyRequest, reply: FastifyReply, next: () => void) => {
    next();
    const { actor = anonymous, routeOptions } = request;
    if (actor.kind === 'user' && actor.viewedBy) {
      if (!isRecent(`view ${actor.viewedBy} ${actor.id}`, viewEvery))
        record(request, 'dashboard.viewed', { by: actor.viewedBy, subject: actor.id });
      return;
    }
    const { audit } = routeOptions.config.endpoint ?? {};
    if (!audit || reply.statusCode >= 300) return;
    if (audit.adminsOnly && !(actor.kind === 'user' && isStaff(actor.role))) return;
    const { id } = (request.params ?? {}) as { id?: string };
    record(request, audit.action, id ? { subject: id } : {});
  };

  app.addHook('onRoute', (options) => {
    const { endpoint } = options.config ?? {};
    if (endpoint?.audit || endpoint?.viewable) options.onResponse = recordAnswer;
  });

  app.addHook('onError', (request, _reply, error, next) => {
    next();
    const { actor = anonymous, ip, routeOptions } = request;
    const { endpoint } = routeOptions.config;
    const refusal = error instanceof Problem ? refusals[error.status] : undefined;
    if (!refusal || !endpoint || (actor.kind === 'user' && actor.viewedBy)) return;
    if (refusal === 'limit.reached' && endpoint.leavesNoTrace) return;
    const caller = actor.kind === 'anonymous' ? toAddressKey(ip) : actor.id;
    if (!isRecent(`${refusal} ${caller} ${routeOptions.url}`, refusalEvery)) record(request, refusal);
  });
}
