import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Command, UsageError } from '../../platform/command.ts';
import { runTyped } from '../../platform/command-usage.ts';
import { anonymous, signUp, signUpAdmin } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { signInCommand } from '../auth/auth.commands.ts';
import { adminCommand, volunteerCommand } from './users.commands.ts';

let site: TestApp;
beforeEach(async () => {
  site = await createTestApp({ adminEmails: ['listed@example.org'] });
});
afterEach(() => site.close());

async function run(command: Command, ...args: string[]) {
  const printed: string[] = [];
  const noted: string[] = [];
  const shell = {
    config: () => site.services.config,
    open: async () => site.services,
    print: (line: string) => void printed.push(line),
    note: (line: string) => void noted.push(line),
  };
  await runTyped(command, args, shell);
  return { printed, noted };
}

const roleOf = async (email: string) =>
  (await site.services.db.selectFrom('users').select('role').where('email', '=', email).executeTakeFirst())
    ?.role;

test('sign-in creates a user, and its code and its link each sign in once', async () => {
  const { printed, noted } = await run(signInCommand, 'New@Example.org', '--json');
  expect(printed).toHaveLength(1);
  expect(noted).toEqual([]);
  const { email, code, link, ...more } = JSON.parse(printed[0]!);
  expect(more).toEqual({});
  expect(email).toBe('new@example.org');
  const byCode = await anonymous(site).call('POST', '/auth/email/verify', { email, code });
  expect(byCode.json().user).toMatchObject({ email, role: 'hacker' });
  const token = new URL(link).hash.replace('#link=', '');
  const byLink = await anonymous(site).call('POST', '/auth/link', { token });
  expect(byLink.json().user._id).toBe(byCode.json().user._id);
  expect((await anonymous(site).call('POST', '/auth/link', { token })).statusCode).toBe(400);
});

test('sign-in finds an existing user, and its codes do not count against the email limit', async () => {
  const ada = await signUp(site);
  site.services.config.rateLimitScale = 1;
  for (let each = 0; each < 4; each += 1) await run(signInCommand, ada.email);
  await anonymous(site).call('POST', '/auth/email/start', { email: ada.email });
  const mails = site.services.db.selectFrom('mails').select('recipient');
  expect(await mails.execute()).toEqual([{ recipient: ada.email }]);
  const users = site.services.db.selectFrom('users').select('id');
  expect(await users.execute()).toEqual([{ id: ada.id }]);
});

test('admin adds and removes an organizer; each time their sessions end', async () => {
  await signUpAdmin(site);
  const ada = await signUp(site);
  expect((await run(adminCommand, 'add', ada.email)).printed).toEqual([`${ada.email} is now an organizer.`]);
  expect(await roleOf(ada.email)).toBe('admin');
  expect((await ada.call('GET', '/auth/user')).json().success).toBe(false);
  expect((await run(adminCommand, 'add', ada.email)).printed).toEqual([
    `${ada.email} is already an organizer.`,
  ]);
  expect((await run(adminCommand, 'remove', ada.email)).printed).toEqual([
    `${ada.email} is no longer an organizer.`,
  ]);
  expect(await roleOf(ada.email)).toBe('hacker');
  const acts = site.services.db.selectFrom('audit').select(['action', 'actor_id', 'subject']).orderBy('id');
  expect(await acts.execute()).toEqual([
    { action: 'role.admin', actor_id: null, subject: ada.id },
    { action: 'role.hacker', actor_id: null, subject: ada.id },
  ]);
});

test('a new address can be made an organizer before the first sign-in', async () => {
  await run(adminCommand, 'add', 'first@example.org');
  expect(await roleOf('first@example.org')).toBe('admin');
});

test('the last owner cannot be removed', async () => {
  const grace = await signUpAdmin(site);
  await expect(run(adminCommand, 'remove', grace.email)).rejects.toThrow('An event needs an owner.');
  expect(await roleOf(grace.email)).toBe('admin');
  const refused = await grace.call('DELETE', '/users/me');
  expect(refused.statusCode).toBe(409);
  expect(refused.json().code).toBe('last_owner');
  await run(adminCommand, 'add', 'next@example.org');
  await expect(run(adminCommand, 'remove', grace.email)).rejects.toThrow('An event needs an owner.');
  expect((await run(adminCommand, 'owner', 'next@example.org')).printed).toEqual([
    'next@example.org is now an owner.',
  ]);
  expect((await grace.call('DELETE', '/users/me')).statusCode).toBe(200);
});

test('removing an organizer whom ADMIN_EMAILS names prints a warning', async () => {
  await signUpAdmin(site);
  await run(adminCommand, 'add', 'listed@example.org');
  expect((await run(adminCommand, 'remove', 'listed@example.org')).noted[0]).toContain('ADMIN_EMAILS');
});

test('wrong arguments change nothing', async () => {
  for (const args of [[], ['add'], ['make', 'a@example.org'], ['add', 'a@example.org', 'b@example.org']])
    await expect(run(adminCommand, ...args)).rejects.toThrow(UsageError);
  for (const args of [[], ['--json'], ['a@example.org', 'b@example.org']])
    await expect(run(signInCommand, ...args)).rejects.toThrow(UsageError);
  await expect(run(signInCommand, 'nonsense')).rejects.toThrow('"nonsense" is not an email address.');
  await expect(run(adminCommand, 'remove', 'nobody@example.org')).rejects.toThrow('No account');
  expect(await site.services.db.selectFrom('users').select('id').execute()).toEqual([]);
});

test('volunteer adds and removes volunteers', async () => {
  expect((await run(volunteerCommand, 'add', 'Vera@example.org')).printed).toEqual([
    'vera@example.org is a volunteer.',
  ]);
  expect(await roleOf('vera@example.org')).toBe('volunteer');
  expect((await run(volunteerCommand, 'remove', 'vera@example.org')).printed).toEqual([
    'vera@example.org is not a volunteer.',
  ]);
  expect(await roleOf('vera@example.org')).toBe('hacker');
  await expect(run(volunteerCommand, 'remove', 'vera@example.org')).rejects.toThrow(
    'No volunteer has the address',
  );
  await expect(run(volunteerCommand, 'add')).rejects.toThrow(UsageError);
});
