import { createHmac } from 'node:crypto';
import { lookup as lookUp } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Where webhooks go, which tests replace to reach this machine. */
export interface WebhookNetwork {
  /** Returns every address of a host. */
  lookUp: (host: string) => Promise<{ address: string; family: number }[]>;
  isAllowed: (address: string) => boolean;
}

export const publicNetwork: WebhookNetwork = {
  lookUp: (host) => lookUp(host, { all: true }),
  isAllowed: isPublicAddress,
};

/** Milliseconds for everything, and bytes of the answer that are read. */
const timeLimit = 10_000;
const longestAnswer = 1000;

export interface WebhookMessage {
  id: string;
  type: string;
  /** In a line, for people. */
  text: string;
  data: Record<string, unknown>;
  at: Date;
}

/** `status` is 0 when there was no answer. */
export interface WebhookAnswer {
  status: number;
  answer: string;
}

/** Returns the body that a receiver understands: Slack and Discord show a text, others get what happened as well. */
function formatBody(url: URL, { type, text, data, at }: WebhookMessage): string {
  const escaped = text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;' })[sign] ?? '&gt;');
  if (url.hostname === 'hooks.slack.com') return JSON.stringify({ text: escaped });
  const content = { content: text, allowed_mentions: { parse: [] } };
  if (/^(.+\.)?discord(app)?\.com$/.test(url.hostname)) return JSON.stringify(content);
  return JSON.stringify({ type, timestamp: at.toISOString(), data, text, ...content });
}

/** Returns the headers of https://www.standardwebhooks.com: the id stays when something is sent again. */
export function signWebhook(secret: string, { id, body, now }: { id: string; body: string; now: Date }) {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

class NotPublic extends Error {}

/** Returns the look-up of a connection, which gets only addresses that are allowed: the checked ones are connected to. */
function createLookup({ lookUp: resolve, isAllowed }: WebhookNetwork): LookupFunction {
  return (host, { all }, done) => {
    resolve(host).then(
      (found) => {
        const isEach = found.length > 0 && found.every(({ address }) => isAllowed(address));
        const [first] = found;
        if (isEach && first) done(null, all ? found : first.address, all ? undefined : first.family);
        else done(new NotPublic(), []);
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    );
  };
}

/**
 * Sends a message once: to public addresses only, without following redirects, within 10 s. Returns what came back; never
 * throws.
 */
export async function sendWebhook(
  network: WebhookNetwork,
  { url, secret }: { url: URL; secret: string },
  message: WebhookMessage,
  now: Date,
): Promise<WebhookAnswer> {
  const body = formatBody(url, message);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A literal address is connected to without a look-up.
  if (isIP(host) && !network.isAllowed(host)) return refusal;
  // Imported at the start, they would load Node's fetch, which an idle program does not need.
  const { request: send } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeLimit);
    const request = send(
      url,
      {
        method: 'POST',
        agent: false,
        lookup: createLookup(network),
        signal,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Overnight',
          ...signWebhook(secret, { id: message.id, body, now }),
        },
      },
      (response) => {
        let answer = '';
        const end = () => {
          request.destroy();
          resolve({ status: response.statusCode ?? 0, answer: toLine(answer) });
        };
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          answer += part;
          if (answer.length >= longestAnswer) end();
        });
        response.on('end', end);
        response.on('error', end);
      },
    );
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (error instanceof NotPublic) resolve(refusal);
      else
        resolve({
          status: 0,
          answer: signal.aborted ? 'No answer within 10 s.' : `No connection (${error.code}).`,
        });
    });
    request.end(body);
  });
}

const refusal = { status: 0, answer: 'The address is not on the public internet.' };

/** Returns the beginning of a text in one line. */
const toLine = (text: string) =>
  text
    .slice(0, longestAnswer)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
