import { ECDH } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import type * as contract from '../../../contract/platform/push.ts';
import { lockKey } from '../db/locks.ts';
import { transact } from '../db/transact.ts';
import type { HttpCall } from '../http/call.ts';
import { fail } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { findSessionToken } from '../sessions/session-cookies.ts';
import { hashToken } from '../sessions/session-holders.ts';
import type { PushKeys } from './encrypt-push.ts';
import { parsePushEndpoint } from './push-services.ts';
import * as queries from './push-subscriptions.queries.ts';
import { curve, getPushKey } from './vapid.ts';

function requirePush({ event }: Pick<Services, 'event'>): void {
  if (!event.pushNotifications) fail('not_found');
}

const hashSession = ({ config }: Pick<Services, 'config'>, request: FastifyRequest) =>
  hashToken(findSessionToken(config, 'user', request) ?? '');

/** Throws `invalid_input` unless the key is a point of the curve, uncompressed. */
function parseKeys({ p256dh, auth }: { p256dh: string; auth: string }): PushKeys {
  const keys = { p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') };
  try {
    const point = ECDH.convertKey(keys.p256dh, curve) as Buffer;
    if (point.equals(keys.p256dh)) return keys;
  } catch {
    // Not a point.
  }
  return fail('invalid_input');
}

/**
 * Saves the subscription of a session's device, replacing its earlier one and that of another person who was signed in
 * there. A person's oldest devices beyond ten are dropped. Throws `not_found` if the event uses no notifications,
 * `invalid_input` for an address that is not one of a push service, and `signed_out`.
 */
export async function savePushSubscription(
  services: Pick<Services, 'db' | 'event' | 'config' | 'now' | 'sessions'>,
  {
    actor: { id: userId },
    body: { endpoint, keys },
    request,
  }: HttpCall<typeof contract.savePushSubscription>,
): Promise<void> {
  requirePush(services);
  const { db, config, now } = services;
  const url = parsePushEndpoint(config, endpoint) ?? fail('invalid_input');
  const session_hash = hashSession(services, request);
  const device = { endpoint, host: url.host, ...parseKeys(keys), server_key: getPushKey(config) };
  const row = { user_id: userId, session_hash, ...device, saved_at: now() };
  await transact(db, async (trx) => {
    await lockKey(trx, 'push-subscriptions');
    await queries.deleteReplaced(trx, row);
    if (!(await services.sessions.lock(trx, session_hash))) fail('signed_out');
    await queries.upsertSubscription(trx, row);
    await queries.deleteOldest(trx, userId, limits.push.devices);
  });
}

/** Ends the subscription of a session's device; does nothing without one. Throws `not_found`. */
export async function deletePushSubscription(
  services: Pick<Services, 'db' | 'event' | 'config'>,
  { request }: HttpCall<typeof contract.deletePushSubscription>,
): Promise<void> {
  requirePush(services);
  await queries.deleteOfSession(services.db, hashSession(services, request));
}
