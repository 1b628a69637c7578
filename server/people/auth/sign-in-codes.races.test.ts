import { expect } from 'vitest';
import { anonymous } from '../../testing/actors.ts';
import type { TestApp } from '../../testing/app.ts';
import { listCodes } from '../../testing/codes.ts';
import { countAnswers, type RacingApp, race, withoutKeyLocks } from '../../testing/races.ts';

const options = { paused: ['email_codes'], pauses: 20, rateLimitScale: 1, without: withoutKeyLocks };

let rounds = 0;
function createEmailAddress(): string {
  rounds += 1;
  return `racer.${rounds}@example.org`;
}

/** As many calls at once, each from an IP address of its own. */
function send(site: RacingApp, count: number, path: string, body: object, cookies = {}) {
  return site.together(
    Array.from({ length: count }, (_, each) => () => {
      const remoteAddress = `10.${rounds >> 8}.${rounds & 255}.${each}`;
      return anonymous(site).call('POST', path, body, { remoteAddress, cookies });
    }),
  );
}

const selectMailsTo = ({ services }: TestApp, email: string) =>
  services.db.selectFrom('mails').select('id').where('recipient', '=', email).execute();

async function requestCode(site: RacingApp, email: string): Promise<string> {
  await send(site, 1, '/auth/email/start', { email });
  return (await listCodes(site, email))[0] ?? '';
}

race(
  'a code opens one session',
  async (site) => {
    const email = createEmailAddress();
    const code = await requestCode(site, email);
    const answers = await send(site, 8, '/auth/email/verify', { email, code });
    expect(countAnswers(answers)[200]).toBe(1);
  },
  options,
);

race(
  'a code takes five tries',
  async (site) => {
    const email = createEmailAddress();
    const code = await requestCode(site, email);
    const wrong = code === '000000' ? '000001' : '000000';
    await send(site, 20, '/auth/email/verify', { email, code: wrong });
    const { outside_tries: tries } = await site.services.db
      .selectFrom('email_codes')
      .select('outside_tries')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(tries).toBe(5);
  },
  options,
);

race(
  'a browser gets three emails at once, and not more',
  async (site) => {
    const email = createEmailAddress();
    await send(site, 8, '/auth/email/start', { email }, { flow: 'x'.repeat(43) });
    expect(await selectMailsTo(site, email)).toHaveLength(3);
  },
  options,
);
