import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What a browser tells a site of its subscription. */
export interface TestSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** A message as the device's browser reads it. */
export interface ReceivedPush {
  endpoint: string;
  headers: IncomingHttpHeaders;
  /** The verified claims of the site's token, and its key. */
  site: { aud: string; exp: number; sub: string; key: string };
  message: { title: string; body: string; tag: string; url: string };
}

/** A push service on loopback with devices that decrypt, as the RFCs say it and not as the program does. */
export interface PushService {
  origin: string;
  received: ReceivedPush[];
  /** How often each endpoint was called, whatever was answered. */
  calls: string[];
  /** Answers one request; without it everything is accepted with 201. */
  answer: ((endpoint: string, response: ServerResponse) => void) | undefined;
  createDevice: () => TestSubscription;
  close: () => Promise<void>;
}

/** Verifies a token of RFC 8292 and returns what it claims. Throws when it is forged. */
export function verifyAuthorization(authorization = ''): ReceivedPush['site'] {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  const isGenuine = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isGenuine) throw new Error('The signature is not of this key.');
  return { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), key };
}

/** Decrypts a body of RFC 8291 with the private key and the secret of a device. Throws when it is not for it. */
export function decryptPush(
  body: Buffer,
  { privateKey, auth }: { privateKey: Buffer; auth: Buffer },
): Buffer {
  const device = createECDH('prime256v1');
  device.setPrivateKey(privateKey);
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))];
  const hkdf = (secret: Buffer, from: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), device.getPublicKey(), sender]);
  const secret = hkdf(device.computeSecret(sender), auth, info, 32);
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const record = body.subarray(21 + sender.length);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('The padding is wrong.');
  return padded.subarray(0, end);
}

/** Starts a push service on loopback. */
export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, { privateKey: Buffer; auth: Buffer }>();
  const server = createServer(async (request, response) => {
    const endpoint = `${service.origin}${request.url}`;
    const body = await buffer(request);
    service.calls.push(endpoint);
    const device = devices.get(endpoint);
    if (!device) return void response.writeHead(410).end();
    const { headers } = request;
    const site = verifyAuthorization(headers.authorization);
    const message = JSON.parse(decryptPush(body, device).toString());
    if (service.answer) {
      service.answer(endpoint, response);
      if (response.statusCode > 299 || !response.writableEnded) return;
    } else response.writeHead(201).end();
    service.received.push({ endpoint, headers, site, message });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const service: PushService = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    calls: [],
    answer: undefined,
    createDevice: () => {
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys('base64url');
      const auth = randomBytes(16);
      const endpoint = `${service.origin}/push/${randomBytes(24).toString('base64url')}`;
      devices.set(endpoint, { privateKey: ecdh.getPrivateKey(), auth });
      return { endpoint, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}
