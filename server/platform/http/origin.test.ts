import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../contract/platform/endpoint.ts';
import { anonymous, signUp, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { route } from './route.ts';

const act = endpoint('POST /probe/act', 'all', {
  summary: 'Set a cookie, as a sign-in does',
  response: z.object({ success: z.literal(true) }),
});
const upload = endpoint('POST /probe/upload', 'user', {
  summary: 'Take a form, which browsers send across sites without a preflight',
  form: { fields: z.object({}), files: {} },
  response: z.object({ success: z.literal(true) }),
});

let site: TestApp;
let visitor: TestActor;
let ada: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  route(site.app, site.services, act, ({ reply }) => {
    reply.setCookie('probe', 'set');
    return { success: true } as const;
  });
  route(site.app, site.services, upload, () => ({ success: true }) as const);
  visitor = anonymous(site);
  ada = await signUp(site);
});
afterAll(() => site.close());

const own = 'http://localhost:3000';
const allowed: [string | undefined, string | undefined][] = [
  [undefined, undefined],
  [own, undefined],
  [own, 'same-origin'],
  [undefined, 'same-origin'],
];
const refused: [string | undefined, string | undefined][] = [
  ['https://evil.example', undefined],
  ['https://evil.example', 'same-origin'],
  ['null', undefined],
  ['null', 'same-origin'],
  ['', undefined],
  [`${own}/`, undefined],
  ['http://localhost:3001', undefined],
  ['https://localhost:3000', undefined],
  ['http://LOCALHOST:3000', undefined],
  ['http://127.0.0.1:3000', undefined],
  [own, 'cross-site'],
  [own, 'same-site'],
  [undefined, 'cross-site'],
  [undefined, 'same-site'],
  [undefined, 'none'],
];

function headers([origin, site]: (typeof allowed)[number]) {
  return {
    ...(origin !== undefined && { origin }),
    ...(site !== undefined && { 'sec-fetch-site': site }),
  };
}

test.each(allowed)('Origin %s with Sec-Fetch-Site %s is allowed', async (...from) => {
  const answer = await visitor.call('POST', '/probe/act', undefined, { headers: headers(from) });
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, 'probe=set; SameSite=Lax']);
});

test.each(refused)('Origin %s with Sec-Fetch-Site %s is refused and gets no cookie', async (...from) => {
  const answer = await visitor.call('POST', '/probe/act', undefined, { headers: headers(from) });
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'bad_origin']);
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test.each(refused)('a form with Origin %s and Sec-Fetch-Site %s is refused', async (...from) => {
  const form = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n';
  const send = (extra: object) =>
    ada.call('POST', '/probe/upload', undefined, {
      payload: form,
      headers: { 'content-type': 'multipart/form-data; boundary=x', ...extra },
    });
  expect((await send({})).statusCode).toBe(200);
  expect((await send(headers(from))).statusCode).toBe(403);
});

test('reading needs no origin, and no answer allows other sites to read it', async () => {
  const answer = await ada.call('GET', '/event', undefined, { headers: { origin: 'https://evil.example' } });
  expect(answer.statusCode).toBe(200);
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});
