import { expect, test } from 'vitest';
import { createApplicant } from './applicants.ts';
import { type SitePerson, useOrganizer, useSite } from './site.ts';

const site = useSite();
const organizer = useOrganizer(site);

/** Opens a page whose scripts do not come yet; returns it, the calls that it has made, and what lets the scripts through. */
async function openWithoutScripts(address: string, as: SitePerson, auth: 'user' | 'admin') {
  const page = await site.open('/robots.txt', { as });
  await page.context().addCookies([{ name: 'auth', value: auth, url: site.url }]);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname + search);
  });
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  return { page, calls, release: scripts.resolve };
}

test.each([
  [
    '/dashboard',
    'user',
    'Application Approved',
    ['/api/announcements/mine', '/api/applications/me', '/api/projects/mine'],
  ],
  ['/dashboard', 'admin', 'Select all', ['/api/applications?limit=50']],
  ['/home', 'admin', 'Set up', ['/api/home']],
  ['/project', 'user', 'In one line', ['/api/projects/mine']],
] as const)(
  '%s of a %s shows its header and makes its calls before its scripts, each once',
  async (address, auth, ready, own) => {
    const ada = await createApplicant(site, { status: 'approved' });
    const { page, calls, release } = await openWithoutScripts(
      address,
      auth === 'admin' ? organizer : ada,
      auth,
    );
    await page.getByRole('banner').getByRole('link', { name: 'Overnight' }).waitFor();
    await page.getByText('Loading...').waitFor();
    const early = ['/api/auth/user', '/api/event', ...own];
    await expect.poll(() => calls.toSorted()).toEqual(early.toSorted());
    release();
    await page.getByText(ready).first().waitFor();
    await page.waitForTimeout(1000);
    for (const call of early) expect(calls.filter((each) => each === call)).toEqual([call]);
  },
);
