import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, signUp } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { listCodes } from '../../testing/codes.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ rateLimitScale: 1 });
});
afterAll(() => site.close());

/** Sends the form as a browser does that names its origin in no header, or with other headers. */
const send = (fields: Record<string, string>, flow?: string, headers: Record<string, string> = {}) =>
  anonymous(site).call('POST', '/auth/pass', new URLSearchParams(fields).toString(), {
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
    ...(flow && { cookies: { flow } }),
  });

async function openPage(): Promise<string> {
  const page = await anonymous(site).call('GET', '/auth/pass');
  expect(page.statusCode).toBe(200);
  const flow = page.cookies.find(({ name }) => name === 'flow');
  expect(flow).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  return flow!.value;
}

test('the forms of the pass sign in with a code from the email, and keep what was typed as text', async () => {
  const email = 'a&b@example.org';
  const flow = await openPage();
  const asked = await send({ email }, flow);
  expect(asked.statusCode).toBe(200);
  expect(asked.headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(asked.body).toContain('value="a&amp;b@example.org"');
  expect(asked.body).not.toContain('<script');
  const [code] = await listCodes(site, email);
  const wrong = await send({ email, code: code === '000000' ? '000001' : '000000' }, flow);
  expect(wrong.statusCode).toBe(400);
  expect(wrong.body).toContain('That code is not right');
  expect(wrong.cookies).toEqual([]);
  const right = await send({ email, code: code! }, flow);
  expect(right.statusCode).toBe(303);
  expect(right.headers.location).toBe('/api/auth/pass');
  const sid = right.cookies.find(({ name }) => name === 'sid')!.value;
  const pass = await anonymous(site).call('GET', '/auth/pass', undefined, { cookies: { sid } });
  expect(pass.body).toContain('You have no pass yet.');
});

test('neither another site nor a browser without the page can send the forms', async () => {
  const email = 'victim@example.org';
  const sent: Record<string, string>[] = [
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of sent) {
    const isForeign = Object.keys(headers).length > 0;
    const answer = await send({ email }, isForeign ? await openPage() : undefined, headers);
    expect(answer.statusCode).toBe(isForeign ? 403 : 400);
    expect(answer.headers['content-type']).toContain('text/html');
  }
  expect(await listCodes(site, email)).toEqual([]);
  const known = await signUp(site);
  const flow = await openPage();
  await send({ email: known.email }, flow);
  const [code] = await listCodes(site, known.email);
  expect((await send({ email: known.email, code: code! })).statusCode).toBe(400);
  expect((await send({ email: known.email, code: code! }, flow)).statusCode).toBe(303);
});

test('the forms have the limits of the app: of emails, and of tries', async () => {
  const flow = await openPage();
  const email = 'limited@example.org';
  const answers = [];
  for (let count = 0; count < 10; count += 1) answers.push(await send({ email }, flow));
  const refused = answers.find(({ statusCode }) => statusCode === 429);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  // The code that came before can be entered there.
  expect(refused?.body).toContain('name="code"');
  const codes = await listCodes(site, email);
  expect(codes.length).toBeLessThan(10);
  const wrong = ['111111', '222222', '333333', '444444', '555555', '666666', '777777', '888888', '999999'];
  for (const code of wrong.filter((each) => !codes.includes(each)).slice(0, 5))
    await send({ email, code }, flow);
  expect((await send({ email, code: codes[0]! }, flow)).statusCode).toBe(400);
});
