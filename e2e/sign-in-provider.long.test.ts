import { afterAll, expect, test } from 'vitest';
import { type Accounts, startSignInProvider } from '../server/testing/sign-in-provider.ts';
import { freePort } from './program.ts';
import { useSite } from './site.ts';

const port = await freePort();
const accounts: Accounts = { ada: { email: 'ada@example.org', name: 'Ada Lovelace' } };
const provider = await startSignInProvider(new URL(`http://localhost:${port}`), accounts);
afterAll(() => provider.stop());
const { issuer, clientId, clientSecret, name } = provider.settings;
const site = useSite({
  PORT: String(port),
  OIDC_ISSUER: issuer.href,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_NAME: name,
});

const expected = [/left the site: http:\/\/127\.0\.0\.1:/];
const findCode = () =>
  [...site.program.output().matchAll(/Sign-in code for [^:]+: (\d{6})/g)].at(-1)?.[1] ?? '';

test('an address that the provider did not confirm is confirmed once, and the person goes on to where they wanted', async () => {
  provider.next.account = 'ada';
  const page = await site.open('/sign-in?returnTo=/apply', { expected });
  await page.getByRole('link', { name: 'Continue with Campus ID' }).click();
  await page.getByRole('heading', { name: 'Confirm your email', level: 1 }).waitFor();
  const email = page.getByLabel('Email');
  expect(await email.inputValue()).toBe('ada@example.org');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel('Code from the email').waitFor();
  await expect.poll(findCode).not.toBe('');
  // A reload stays at the code.
  await page.reload();
  await page.getByLabel('Code from the email').fill(findCode());
  await page.waitForURL('**/apply');
  await page.context().clearCookies();
  await page.goto(`${site.url}/sign-in`);
  await page.getByRole('link', { name: 'Continue with Campus ID' }).click();
  await page.waitForURL('**/dashboard');
});

test('whoever does not want to confirm an address signs in another way', async () => {
  provider.next.account = 'ben';
  const page = await site.open('/api/auth/login?returnTo=/apply', { expected });
  await page.getByRole('heading', { name: 'Confirm your email', level: 1 }).waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe('');
  await page.getByRole('link', { name: 'Sign in another way' }).click();
  await page.getByRole('heading', { name: 'Start your application', level: 1 }).waitFor();
});
