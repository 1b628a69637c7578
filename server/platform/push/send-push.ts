import type { Services } from '../services.ts';
import { encryptPush, type PushKeys } from './encrypt-push.ts';
import { parsePushEndpoint } from './push-services.ts';
import { createAuthorization, createKeyPair } from './vapid.ts';

interface PushMessage {
  /** JSON text of at most 3,993 bytes, which is encrypted. */
  text: string;
  /** How many seconds the service keeps it for a device that is off. */
  lifetime: number;
  /** A message replaces a stored one of the same topic: at most 32 characters of base64url. */
  topic: string;
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

/**
 * Sends one message to one device through its browser's push service (RFC 8030). Follows no redirects, ignores the response
 * body, and waits at most `config.push.timeout`.
 */
export async function sendPush(
  { config, event, now, random }: Pick<Services, 'config' | 'event' | 'now' | 'random'>,
  { endpoint, ...keys }: PushKeys & { endpoint: string },
  { text, lifetime, topic }: PushMessage,
): Promise<PushOutcome> {
  // The list of hosts may have become shorter since it was saved.
  const url = parsePushEndpoint(config, endpoint);
  if (!url) return { kind: 'gone' };
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
        topic,
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
