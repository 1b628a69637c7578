import { RawNode, type RootOperationNode } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Db } from '../db/open.ts';
import { anonymous } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { listCodes } from '../testing/codes.ts';
import { delayLocks } from '../testing/lock-delays.ts';
import { rewriting } from '../testing/races.ts';

let site: TestApp;
let db: Db;
beforeAll(async () => {
  site = await createTestApp({ rateLimitScale: 1 });
  db = site.services.db;
});
afterEach(() => {
  site.services.db = db;
});
afterAll(() => site.close());

/** Leaves out the lock that lets one sign-in of an address at a time through. */
const withoutKeyLock = rewriting((node: RootOperationNode) =>
  RawNode.is(node) && node.sqlFragments.some((fragment) => fragment.includes('pg_advisory_xact_lock'))
    ? RawNode.createWithSql('select 1')
    : node,
);

const slow = () => delayLocks(db, { pause: 30, table: 'email_codes' });
const unlocked = () => slow().withPlugin(withoutKeyLock);

let addresses = 0;
async function together(count: number, path: string, body: (email: string) => object, email: string) {
  return Promise.all(
    Array.from({ length: count }, (_, each) =>
      anonymous(site).call('POST', path, body(email), { remoteAddress: `10.2.${addresses}.${each}` }),
    ),
  );
}

function freshAddress(): string {
  addresses += 1;
  return `racer.${addresses}@example.org`;
}

async function codeFor(email: string): Promise<string> {
  await together(1, '/auth/email/start', () => ({ email }), email);
  return (await listCodes(site, email))[0]!;
}

async function sessionsFromOneCode(racing: () => Db): Promise<number> {
  const email = freshAddress();
  const code = await codeFor(email);
  site.services.db = racing();
  const answers = await together(8, '/auth/email/verify', () => ({ email, code }), email);
  site.services.db = db;
  return answers.filter((answer) => answer.statusCode === 200).length;
}

async function triesOfOneCode(racing: () => Db): Promise<number> {
  const email = freshAddress();
  const code = await codeFor(email);
  const wrong = code === '000000' ? '000001' : '000000';
  site.services.db = racing();
  await together(20, '/auth/email/verify', () => ({ email, code: wrong }), email);
  site.services.db = db;
  const row = await db
    .selectFrom('email_codes')
    .select('outside_tries as tries')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return row.tries;
}

async function mailsAskedForAtOnce(racing: () => Db): Promise<number> {
  const email = freshAddress();
  site.services.db = racing();
  await together(8, '/auth/email/start', () => ({ email }), email);
  site.services.db = db;
  return (await db.selectFrom('mails').select('id').where('recipient', '=', email).execute()).length;
}

test.each([
  { property: 'K23: a code opens one session', outcome: sessionsFromOneCode, right: 1 },
  { property: 'K22: a code takes five tries', outcome: triesOfOneCode, right: 5 },
  { property: 'an address gets three mails', outcome: mailsAskedForAtOnce, right: 3 },
])('$property, and without the lock more', async ({ outcome, right }) => {
  for (let round = 0; round < 5; round += 1) expect(await outcome(slow)).toBe(right);
  expect(await outcome(unlocked)).toBeGreaterThan(right);
});
