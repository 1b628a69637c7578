import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passToken } from '../../event-day/check-in/pass.ts';
import { signUp, signUpAdmin, type TestActor, withCookie } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { acceptSettings, toSharedSettings } from '../shared-settings.queries.ts';
import { openSecret, sealSecret } from './sealed-secret.ts';

const passphrase = 'eleven owls and a bus';
const cli = path.join(import.meta.dirname, '../../cli.ts');
let site: TestApp;
let folder: string;
let ada: TestActor;
let grace: TestActor;
let pass: string;
beforeAll(async () => {
  site = await createTestApp();
  folder = site.services.config.dataDir;
  [ada, grace] = [await signUp(site, { name: 'Ada' }), await signUpAdmin(site)];
  await createApplicant(site, ada);
  pass = passToken(site.services, { id: ada.id, passVersion: 1 });
  await acceptSettings(site.services.db, await toSharedSettings(site.services.config));
});
afterAll(() => site.close());

/** Runs the command line with what somebody types. Returns the exit code and everything that was printed. */
async function run(environment: Record<string, string>, words: string[], typed = '') {
  const child = spawn(process.execPath, [cli, ...words], {
    env: { PATH: process.env.PATH, NO_ENV_FILE: '1', ...environment },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stdin.end(typed);
  const [code] = await once(child, 'close');
  return { code, said };
}

const backUp = (file: string, typed?: string, ...options: string[]) =>
  run(
    { DATA_DIR: folder, DATABASE_URL: site.database.url, DATABASE_OWNER_URL: site.database.ownerUrl },
    ['backup', path.join(folder, file), ...options],
    typed,
  );

/** Restores a backup into a new site whose data folder has a secret of its own. */
async function restore(file: string, { options = [] as string[], typed = '', secretKey = '' } = {}) {
  const database = await createTestDatabase({ empty: true });
  const dataDir = await fs.mkdtemp(path.join(folder, 'restored-'));
  const environment = { DATA_DIR: dataDir, DATABASE_URL: database.ownerUrl };
  const result = await run(
    { ...environment, ...(secretKey && { SECRET_KEY: secretKey }) },
    ['restore', path.join(folder, file), ...options],
    typed,
  );
  const people = await database.db
    .selectFrom('users')
    .select('id')
    .execute()
    .catch(() => []);
  const secret = await fs.readFile(path.join(dataDir, 'secret'), 'utf8').catch(() => '');
  await database.drop();
  return { ...result, people: people.length, secret: secret.trim() };
}

const ownSecret = () => site.services.config.secretKey;

test('a restore without the secret says what stops working and what to do, and exits with 3', async () => {
  const made = await backUp('plain.zip');
  expect([made.code, made.said]).toEqual([0, expect.stringMatching('It does not contain SECRET_KEY.')]);
  const { code, said, people } = await restore('plain.zip');
  expect([code, people]).toEqual([3, 2]);
  for (const words of ['passes', 'wallet', 'guardians', '--with-secret FILE', 'passes mail'])
    expect(said.slice(0, said.indexOf('Restored'))).toContain(words);
});

test('with a file of the secret of before everything goes on; another secret restores nothing', async () => {
  await fs.writeFile(path.join(folder, 'kept'), `${ownSecret()}\n`);
  await fs.writeFile(path.join(folder, 'wrong'), 'x9!kJ2mQ7vR4tY8wB3nC6zD1fG5hL0pS');
  const options = ['--with-secret', path.join(folder, 'kept')];
  const { code, said, secret } = await restore('plain.zip', { options });
  expect([code, secret]).toEqual([0, ownSecret()]);
  expect(said).not.toMatch(/passes/);
  const wrong = await restore('plain.zip', { options: ['--with-secret', path.join(folder, 'wrong')] });
  expect([wrong.code, wrong.people]).toEqual([1, 0]);
  expect(wrong.said).toMatch(/does not hold the SECRET_KEY of this backup\. Nothing was restored/);
  // The variable would win over the data folder.
  const other = await restore('plain.zip', { options, secretKey: 'x9!kJ2mQ7vR4tY8wB3nC6zD1fG5hL0pS' });
  expect([other.code, other.people, other.secret]).toEqual([3, 2, ownSecret()]);
  expect(other.said).toMatch(/set SECRET_KEY_FILE=/);
});

test('a backup carries the secret under a passphrase, which nothing else opens', async () => {
  const short = await backUp('short.zip', 'owls\n', '--with-secret');
  expect([short.code, short.said]).toEqual([1, expect.stringMatching('at least 12 characters')]);
  const made = await backUp('sealed.zip', `${passphrase}\n`, '--with-secret');
  expect([made.code, made.said]).toEqual([0, expect.stringMatching('It contains SECRET_KEY, which only')]);
  expect((await fs.readFile(path.join(folder, 'sealed.zip'))).includes(ownSecret())).toBe(false);
  const right = await restore('sealed.zip', { typed: `${passphrase}\n` });
  expect([right.code, right.secret]).toEqual([0, ownSecret()]);
  const wrong = await restore('sealed.zip', { typed: 'twelve owls and a bus\n' });
  expect([wrong.code, wrong.people]).toEqual([1, 0]);
  expect(wrong.said).toMatch(/not the passphrase of the backup\. Nothing was restored/);
  const none = await restore('sealed.zip', { typed: '\n' });
  expect([none.code, none.people]).toEqual([3, 2]);
});

test('a sealed secret that was changed does not open', async () => {
  const sealed = await sealSecret('the secret', passphrase);
  expect(await openSecret(sealed, passphrase)).toBe('the secret');
  for (const name of ['salt', 'iv', 'tag', 'text'] as const) {
    const changed = (sealed[name].startsWith('A') ? 'B' : 'A') + sealed[name].slice(1);
    await expect(openSecret({ ...sealed, [name]: changed }, passphrase)).rejects.toThrow(
      /not the passphrase/,
    );
  }
});

test('a station says that a pass is from an earlier installation, admits nobody by it, and names nobody', async () => {
  const scan = (token: string) =>
    grace.call('POST', '/applications/check-in', { userId: ada.id, pass: token, checkpoint: 'swag' });
  const current = { ...site.services.config };
  const codes = async (token: string) => {
    const answers = [
      await scan(token),
      await grace.call('POST', '/check-ins/read', { userId: ada.id, pass: token }),
    ];
    return answers.map((answer) => answer.json().code);
  };
  Object.assign(site.services.config, { secretKey: 'x9!kJ2mQ7vR4tY8wB3nC6zD1fG5hL0pS' });
  expect(await codes(pass)).toEqual(['invalid_pass', 'invalid_pass']);
  await acceptSettings(site.services.db, await toSharedSettings(site.services.config));
  const answer = await scan(pass);
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'earlier_pass']);
  expect(answer.body).toMatch('This pass is from an earlier installation of the site.');
  expect(answer.body).not.toMatch(/"Ada"/);
  expect(await codes(pass)).toEqual(['earlier_pass', 'earlier_pass']);
  expect(await codes('not a pass')).toEqual(['invalid_pass', 'invalid_pass']);
  expect((await grace.call('GET', '/check-ins/roster')).json()).toMatchObject({ earlierPasses: true });
  // The new pass works, and with the old secret put back the old one does.
  expect((await scan(passToken(site.services, { id: ada.id, passVersion: 1 }))).statusCode).toBe(200);
  Object.assign(site.services.config, current);
  const lunch = { userId: ada.id, pass, checkpoint: 'saturday-lunch' };
  expect(
    (await withCookie(site, grace.cookie).call('POST', '/applications/check-in', lunch)).statusCode,
  ).toBe(200);
});

test('everybody who is approved gets an email with the link to the new pass', async () => {
  await createApplicant(site, await signUp(site), { status: 'pending' });
  const { said } = await run(
    { DATA_DIR: folder, DATABASE_URL: site.database.url, DATABASE_OWNER_URL: site.database.ownerUrl },
    ['passes', 'mail'],
  );
  expect(said).toMatch('Emails queued: 1.');
  const mails = await site.services.db.selectFrom('mails').selectAll().execute();
  expect(mails).toMatchObject([{ recipient: ada.email, subject: 'Your new pass for Overnight 2025' }]);
  expect(mails[0]!.text).toMatch('/dashboard#from-email');
});
