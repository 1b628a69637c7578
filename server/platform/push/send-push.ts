import type { Services } from '../services.ts';
import { encryptPush } from './encrypt-push.ts';
import { parsePushEndpoint } from './push-services.ts';
import { deleteById, type selectOfUser } from './push-subscriptions.queries.ts';
import { createAuthorization, createKeyPair, getPushKey } from './vapid.ts';

type Device = Awaited<ReturnType<typeof selectOfUser>>[number];

interface PushMessage {
  /** JSON text of at most 3,993 bytes, which is encrypted. */
  text: string;
  /** How many seconds the service keeps it for a device that is off. */
  lifetime: number;
  /** A UUID: a message replaces a stored one of the same tag. */
  tag: string;
}

/** The result of sending a message; `retryAfter` is in seconds. */
export type PushOutcome =
  | { kind: 'accepted' }
  /** The subscription no longer exists. */
  | { kind: 'gone' }
  /** Sending the same message again would be refused again. */
  | { kind: 'refused'; status: number }
  /** The service does not answer or asks to slow down: `retryAfter` applies to all of its subscriptions. */
  | { kind: 'busy'; retryAfter: number | undefined }
  | { kind: 'failed'; status: number };

const longestWait = 3600;

/** Returns the seconds of a `Retry-After` (a number or a date), at most an hour. */
function parseRetryAfter(value: string | null, now: Date): number | undefined {
  if (!value) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now.getTime()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, seconds), longestWait);
}

function toOutcome({ ok, status, headers }: Response, now: Date): PushOutcome {
  if (ok) return { kind: 'accepted' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const retryAfter = parseRetryAfter(headers.get('retry-after'), now);
  if (status === 429 || (status >= 500 && retryAfter !== undefined)) return { kind: 'busy', retryAfter };
  return { kind: status >= 500 ? 'failed' : 'refused', status };
}

/** Sends one message to one device, and deletes its subscription if that no longer exists. */
export async function sendPush(
  services: Pick<Services, 'db' | 'config' | 'event' | 'now' | 'random'>,
  device: Device,
  message: PushMessage,
): Promise<PushOutcome> {
  const outcome = await postMessage(services, device, message);
  if (outcome.kind === 'gone') await deleteById(services.db, device.subscriptionId);
  return outcome;
}

/**
 * Sends a message through the push service of a device's browser (RFC 8030). Follows no redirects, ignores the response body,
 * and waits at most `config.push.timeout`.
 */
async function postMessage(
  { config, event, now, random }: Pick<Services, 'config' | 'event' | 'now' | 'random'>,
  { endpoint, serverKey, ...keys }: Device,
  { text, lifetime, tag }: PushMessage,
): Promise<PushOutcome> {
  // The list of hosts may have become shorter since it was saved.
  const url = parsePushEndpoint(config, endpoint);
  // Made with a key that the site no longer has: no service would accept it.
  if (!url || serverKey !== getPushKey(config)) return { kind: 'gone' };
  const { contact } = event.links;
  const sender = createKeyPair(() => random(32));
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(config.push.timeout),
      headers: {
        authorization: createAuthorization(config, {
          origin: url.origin,
          contact: /^(mailto|https):/.test(contact) ? contact : config.publicUrl.origin,
          now: now(),
        }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(lifetime),
        topic: Buffer.from(tag.replaceAll('-', ''), 'hex').toString('base64url'),
        urgency: 'high',
      },
      body: new Uint8Array(encryptPush(Buffer.from(text), keys, { sender, salt: random(16) })),
    });
    await answer.body?.cancel();
    return toOutcome(answer, now());
  } catch {
    return { kind: 'busy', retryAfter: undefined };
  }
}
