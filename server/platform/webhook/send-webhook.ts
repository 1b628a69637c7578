import { createHmac } from 'node:crypto';
import { lookup as lookUp } from 'node:dns/promises';
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net';

// Address ranges outside the public internet, from the registries of special addresses (RFC 6890 and later):
// https://www.iana.org/assignments/iana-ipv4-special-registry and
// https://www.iana.org/assignments/iana-ipv6-special-registry
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv4');
// Teredo and other IETF ranges, documentation, and 6to4, which leads to an IPv4 address.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/**
 * Returns whether an address belongs to the public internet. IPv6 addresses that embed IPv4 ones (`::ffff:10.0.0.1`, NAT64)
 * do not: nothing public needs them.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  return isIPv6(address) && globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/** How webhooks are sent; tests replace it to reach this machine. */
export interface WebhookNetwork {
  lookUp: (host: string) => Promise<{ address: string; family: number }[]>;
  isAllowed: (address: string) => boolean;
}

export const publicNetwork: WebhookNetwork = {
  lookUp: (host) => lookUp(host, { all: true }),
  isAllowed: isPublicAddress,
};

/** Milliseconds for the whole request, and how many bytes of the response are read. */
const timeLimit = 10_000;
const longestAnswer = 1000;

export interface WebhookMessage {
  id: string;
  type: string;
  /** In one line, for people. */
  text: string;
  data: Record<string, unknown>;
  at: Date;
}

/** `status` is 0 without a response. */
export interface WebhookAnswer {
  status: number;
  answer: string;
}

/** Returns the body for a receiver: Slack and Discord show a text, others also get the data. */
function formatBody(url: URL, { type, text, data, at }: WebhookMessage): string {
  const escaped = text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;' })[sign] ?? '&gt;');
  if (url.hostname === 'hooks.slack.com') return JSON.stringify({ text: escaped });
  const content = { content: text, allowed_mentions: { parse: [] } };
  if (/^(.+\.)?discord(app)?\.com$/.test(url.hostname)) return JSON.stringify(content);
  return JSON.stringify({ type, timestamp: at.toISOString(), data, text, ...content });
}

/** Returns the headers of https://www.standardwebhooks.com; a repeat keeps the id. */
export function signWebhook(secret: string, { id, body, now }: { id: string; body: string; now: Date }) {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

class NotPublic extends Error {}

/**
 * Returns the look-up for a connection, which only returns allowed addresses: the ones that were checked are connected to.
 */
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
 * Sends a message once: to public addresses only, without following redirects, within 10 s. Returns the result; never
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
  // Importing these at the start would load Node's fetch, which an idle program does not need.
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
