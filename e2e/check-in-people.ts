import { toApplicationRow } from '../server/testing/applicants.ts';
import type { Page } from './browser.ts';
import type { Site, SitePerson } from './site.ts';

/** An approved person, with the picture of their pass. */
export async function createApproved(
  site: Site,
  name: string,
  { attending = false } = {},
): Promise<SitePerson & { qrCode: string }> {
  const person = await site.person({ name });
  await site.db
    .insertInto('applications')
    .values(
      toApplicationRow(person.id, {
        attending,
        major: `Mathematics ${person.canary.major}`,
        dietaryRestrictions: `vegan ${person.canary.diet}`,
        whyJoin: `To learn. ${person.canary.why}`,
      }),
    )
    .execute();
  const { user } = (await (await person.call('GET', '/auth/user')).json()) as { user: { qrCode: string } };
  return { ...person, qrCode: user.qrCode };
}

/** Returns how many check-ins of a person are stored. */
export async function getCheckInTimes(site: Site, { id }: SitePerson): Promise<number> {
  const rows = site.db.selectFrom('check_ins').where('user_id', '=', id).where('state', '=', 'admitted');
  return (await rows.select('key').execute()).length;
}

/** The key of a check-in that a station sends. */
export function getCheckInKey(request: {
  url(): string;
  headers(): Record<string, string>;
}): string | undefined {
  return /check-ins\/keys\/(.+)$/.exec(request.url())?.[1] ?? request.headers()['idempotency-key'];
}

/** Types like a scanner that acts as a keyboard: a character every `pace` milliseconds, then a last key if there is one. */
export function typeAsScanner(page: Page, text: string, { pace = 5, last = 'Enter' } = {}): Promise<void> {
  const keys = last ? [...text, last] : [...text];
  return page.evaluate(
    ([typed, gap]) => {
      // With the timestamps of a real device, however busy this machine is, and long after any earlier key.
      const start = performance.now() + 1000;
      for (const [position, key] of typed.entries()) {
        const stroke = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        Object.defineProperty(stroke, 'timeStamp', { value: start + gap * position });
        document.activeElement?.dispatchEvent(stroke);
      }
    },
    [keys, pace] as const,
  );
}
