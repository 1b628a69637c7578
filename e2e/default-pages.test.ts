import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { toApplicationRow } from '../server/testing/applicants.ts';
import type { Page } from './browser.ts';
import { useSite } from './site.ts';

// What the form and the dashboard of the default event say, recorded before the program knew limited places. Record it again
// only when a page changes for everybody: RECORD_PAGES=1 CHROMIUM_PATH=… vitest run --project browser e2e/default-pages.test.ts
const recorded = path.join(import.meta.dirname, 'default-pages.json');
const site = useSite();
const moment = new Date('2025-09-05T10:00:00Z');

/** Returns what a page says, with its roles, once it no longer changes; what differs from run to run is replaced. */
async function read(page: Page): Promise<string> {
  let last = '';
  await expect
    .poll(
      async () => {
        const [before, now] = [last, await page.locator('main').ariaSnapshot()];
        last = now;
        return before === now && !/Loading/.test(now);
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBe(true);
  return last
    .replace(/\S+@example\.org/g, '<email>')
    .replace(/"?\b[0-9A-F]{8}\b"?/g, '<id>')
    .replace(/localhost:\d+/g, '<site>');
}

test('with everything optional off, the form and the dashboard say what they said before', async () => {
  const ada = await site.person({ name: 'Ada Lovelace' });
  const page = await site.open('/apply', { as: ada });
  await page.clock.install({ time: new Date('2025-09-10T19:00:00Z') });
  const said: Record<string, string> = {};
  const visit = async (name: string, address: string) => {
    await page.goto(address);
    said[name] = await read(page);
  };
  await visit('the form', '/apply');
  await visit('not applied', '/dashboard');
  for (const [status, attending] of [
    ['pending', false],
    ['approved', false],
    ['approved', true],
    ['rejected', false],
  ] as const) {
    await site.db.deleteFrom('applications').where('user_id', '=', ada.id).execute();
    const row = toApplicationRow(ada.id, { status, attending });
    await site.db
      .insertInto('applications')
      .values({ ...row, created_at: moment, reviewed_at: row.reviewed_at && moment })
      .execute();
    await visit(`${status}, ${attending ? 'yes' : 'no answer'}`, '/dashboard');
  }
  if (process.env.RECORD_PAGES) writeFileSync(recorded, `${JSON.stringify(said, null, 2)}\n`);
  expect(said).toEqual(JSON.parse(readFileSync(recorded, 'utf8')));
});
