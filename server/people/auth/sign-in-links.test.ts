import { afterEach, beforeEach, expect, test } from 'vitest';
import { anonymous, signUp, signUpAdmin } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createFirstAdminLink, createSignInLink } from './sign-in-links.service.ts';

let site: TestApp;
beforeEach(async () => {
  site = await createTestApp();
});
afterEach(() => site.close());

const tokenOf = (link: string) => new URL(link).hash.split('=')[1]!;
const open = (body: unknown) => anonymous(site).call('POST', '/auth/link', body);
const email = 'grace@example.org';

test('the printed link makes its holder the first organizer, once', async () => {
  const link = (await createFirstAdminLink(site.services))!;
  expect(link).toMatch(/^http:\/\/localhost:3000\/sign-in#organiser=[\w-]{43}$/);
  const token = tokenOf(link);
  expect((await open({ token })).json()).toMatchObject({ code: 'email_needed' });
  const done = await open({ token, email });
  expect(done.statusCode).toBe(200);
  expect(done.json().user).toMatchObject({ email, role: 'admin' });
  expect(done.cookies[0]!.name).toBe('sid');
  expect((await open({ token, email: 'eve@example.org' })).json()).toMatchObject({ code: 'invalid_link' });
  expect(await createFirstAdminLink(site.services)).toBeUndefined();
});

test('a signed-in user becomes the organizer under a new session', async () => {
  const ada = await signUp(site);
  const token = tokenOf((await createFirstAdminLink(site.services))!);
  const done = await ada.call('POST', '/auth/link', { token });
  expect(done.json().user).toMatchObject({ _id: ada.id, role: 'admin' });
  expect((await ada.call('GET', '/auth/user')).json().success).toBe(false);
});

test('a link ends with a newer one, after a day, and when there is an organizer', async () => {
  const first = tokenOf((await createFirstAdminLink(site.services))!);
  const second = tokenOf((await createFirstAdminLink(site.services))!);
  expect((await open({ token: first, email })).statusCode).toBe(400);
  site.advance(24 * 3_600_000 + 1);
  expect((await open({ token: second, email })).statusCode).toBe(400);
  const third = tokenOf((await createFirstAdminLink(site.services))!);
  await signUpAdmin(site);
  expect((await open({ token: third, email })).statusCode).toBe(400);
  expect(await site.services.db.selectFrom('users').where('email', '=', email).selectAll().execute()).toEqual(
    [],
  );
});

test('twenty uses of one link at once make one organizer', async () => {
  const token = tokenOf((await createFirstAdminLink(site.services))!);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, each) => open({ token, email: `g${each}@example.org` })),
  );
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, ...Array(19).fill(400)]);
  expect(await site.services.db.selectFrom('users').select('role').execute()).toEqual([{ role: 'admin' }]);
});

test('a personal link signs its user in, once, for ten minutes', async () => {
  const ada = await signUp(site);
  const link = await createSignInLink(site.services, site.services.db, ada.id);
  expect(link).toMatch(/\/sign-in#link=/);
  expect((await open({ token: tokenOf(link) })).json().user).toMatchObject({ _id: ada.id, role: 'hacker' });
  expect((await open({ token: tokenOf(link) })).statusCode).toBe(400);
  const late = await createSignInLink(site.services, site.services.db, ada.id);
  site.advance(10 * 60_000 + 1);
  expect((await open({ token: tokenOf(late) })).statusCode).toBe(400);
});
