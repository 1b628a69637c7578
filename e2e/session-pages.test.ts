import { expect, test } from 'vitest';
import { createApplicant } from './applicants.ts';
import type { Page } from './browser.ts';
import { getButton } from './page.ts';
import { detail, type SitePerson, useSite } from './site.ts';

const site = useSite();
const pathOf = (page: Page) => new URL(page.url()).pathname;

detail('the app leads a visitor to the landing page', async () => {
  const page = await site.open('/schedule');
  for (const address of ['/dashboard', '/apply', '/check-in']) {
    await page.goto(address);
    await page.waitForURL(`${site.url}/`);
  }
});

test('the pages of others lead a hacker to the dashboard', async () => {
  const page = await site.open('/schedule', { as: await site.person({ name: 'Ada Lovelace' }) });
  for (const address of ['/check-in', '/check-in-overview', '/volunteers', '/judging', '/badges']) {
    await page.goto(address);
    await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor();
    expect([address, pathOf(page)]).toEqual([address, '/dashboard']);
  }
});

detail('while the session loads the page says so; a check that fails means signed out', async () => {
  const page = await site.open('/sign-in', {
    as: await createApplicant(site),
    expected: [/status of 500/],
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/auth/user', async (route) => {
    await promise;
    await route.fulfill({ status: 500, json: { success: false, code: 'internal', message: 'x' } });
  });
  await page.goto('/dashboard');
  await page.getByText('Loading...', { exact: true }).waitFor();
  expect(await page.getByText('Application Pending').count()).toBe(0);
  resolve();
  await page.waitForURL(`${site.url}/`);
});

detail(
  'while the server takes a call and never answers, the page says so and offers another try',
  async () => {
    const page = await site.open('/account', { as: await site.person({ role: 'admin' }) });
    await page.clock.install();
    let calls = 0;
    await page.route('**/api/staff', (route) => {
      calls += 1;
      return calls > 1 ? route.continue() : undefined;
    });
    await page.goto('/staff');
    await page.getByText('Loading the team...').waitFor();
    await page.clock.fastForward(15_000);
    await page.getByText('The site has not answered yet.').waitFor();
    await getButton(page, 'Try again').click();
    await getButton(page, 'Invite').waitFor();
  },
);

detail('the login of participants is a navigation to the login endpoint', async () => {
  const page = await site.open('/schedule');
  const [request] = await Promise.all([
    page.waitForRequest((sent) => new URL(sent.url()).pathname === '/api/auth/login'),
    page.getByRole('link', { name: 'Sign In' }).first().click(),
  ]);
  expect([request.method(), request.isNavigationRequest()]).toEqual(['GET', true]);
  await page.waitForURL(/\/sign-in/);
});

test('inside the app each role has its links, and the footer is not on dashboard, form and check-in', async () => {
  const linksOf = async (page: Page) =>
    (await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()).join(' ');
  const open = async (address: string, as: SitePerson) => {
    const page = await site.open(address, { as, viewport: { width: 1280, height: 800 } });
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
  const [ada, grace] = [await site.person(), await site.person({ role: 'admin' })];
  for (const [address, who, links] of [
    ['/dashboard', ada, 'schedule dashboard logout'],
    ['/apply', ada, 'schedule dashboard logout'],
    ['/dashboard', grace, 'schedule dashboard check-in judging logout'],
    ['/check-in', grace, 'schedule dashboard check-in judging logout'],
  ] as const) {
    const page = await open(address, who);
    expect([address, await linksOf(page)]).toEqual([address, links]);
    expect([address, await page.getByRole('contentinfo').count()]).toEqual([address, 0]);
    expect(await page.getByRole('banner').getByRole('link').first().getAttribute('href')).toBe('/');
  }
  const visitor = await site.open('/sign-in', { viewport: { width: 1280, height: 800 } });
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'Join the chat' }).waitFor();
  expect(await linksOf(visitor)).toBe('schedule Sign In');
});

detail('logout leads to the landing page, also when the server fails', async () => {
  const page = await site.open('/dashboard', {
    as: await createApplicant(site),
    viewport: { width: 1280, height: 800 },
    expected: [/status of 500/],
  });
  await page.getByText('Application Pending').waitFor();
  await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('link', { name: 'logout' }).click();
  await page.waitForURL(`${site.url}/`);
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor();
});
