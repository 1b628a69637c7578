import { expect, test } from 'vitest';
import { detail, useSite } from './site.ts';

const site = useSite({ ADMIN_EMAILS: 'listed@example.org' });
const refused = /status of 400 .*\/api\/auth\//;

async function lastCode(): Promise<string> {
  return [...site.program.output().matchAll(/Sign-in code for [^:]+: (\d{6})/g)].at(-1)![1]!;
}

test('a visitor signs in with a code, is asked for a name, and goes where they wanted to', async () => {
  const page = await site.open('/api/auth/login?returnTo=/apply', { expected: [refused] });
  await page.waitForURL('**/sign-in?returnTo=%2Fapply');
  await page.getByRole('heading', { name: 'Start your application', level: 1 }).waitFor();
  await page
    .getByText('Have your resume ready as a PDF; for the Startup Track also a pitch deck.', { exact: false })
    .waitFor();
  const email = page.getByLabel('Email');
  // A font that comes now moves the button away from the mouse.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
  await email.fill('nonsense');
  await page.keyboard.press('Enter');
  await page.getByText('Please enter a valid email address').waitFor();
  expect(await email.evaluate((input) => input === document.activeElement)).toBe(true);

  await email.fill('ada@example.org');
  await page.keyboard.press('Enter');
  const code = page.getByLabel('Code from the email');
  await code.waitFor();
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
  await page.getByText('Where is my code?').waitFor();
  const right = await lastCode();
  const wrong = right.replace(/\d$/, (last) => String((Number(last) + 1) % 10));
  await page.keyboard.type(wrong);
  await page.getByRole('alert').filter({ hasText: 'That code is not right or no longer valid.' }).waitFor();
  expect(await code.inputValue()).toBe('');
  // As it is pasted from a mail: with a space, into the focused input.
  await code.evaluate(
    (input, text) => {
      document.execCommand('insertText', false, text);
      return input;
    },
    `${right.slice(0, 3)} ${right.slice(3)}`,
  );

  await page.getByRole('heading', { name: 'What is your name?' }).waitFor();
  await page.locator('input[name=name]:focus').waitFor();
  await page.getByLabel('Full name').fill('Ada Lovelace');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Apply to/ }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/apply');

  await page.goto('/sign-in');
  await page.waitForURL('**/dashboard');
});

detail('another code can be asked for after half a minute', async () => {
  const page = await site.open('/sign-in', { viewport: { width: 360, height: 800 } });
  await page.clock.install();
  await page.getByLabel('Email').fill('grace.hopper@example.org');
  await page.keyboard.press('Enter');
  const again = page.getByRole('button', { name: /^Send a new code/ });
  await again.waitFor();
  expect(await again.isDisabled()).toBe(true);
  // An address that fits a line stays on one.
  expect((await page.getByText('grace.hopper@example.org').boundingBox())!.height).toBeLessThan(40);
  await page.goBack();
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('grace.hopper@example.org');
  await page.goForward();
  await again.waitFor();
  for (let second = 0; second < 30; second += 1) await page.clock.runFor(1000);
  await again.click();
  await page.getByText('A new code is on its way to').waitFor();
  await page.getByRole('button', { name: 'Use another address' }).click();
  const email = page.getByLabel('Email');
  await email.waitFor();
  await expect.poll(() => email.inputValue()).toBe('grace.hopper@example.org');
  expect(await email.evaluate((input) => input === document.activeElement)).toBe(true);
});

detail('a reload stays at the code, and after too many tries the page says to send a new one', async () => {
  const page = await site.open('/sign-in', { expected: [refused] });
  await page.getByLabel('Email').fill('katherine@example.org');
  await page.keyboard.press('Enter');
  const code = page.getByLabel('Code from the email');
  await code.waitFor();
  await page.reload();
  await code.waitFor();
  await page.getByText('katherine@example.org').waitFor();
  const right = await lastCode();
  const wrong = right.replace(/\d$/, (last) => String((Number(last) + 1) % 10));
  for (let tries = 0; tries < 5; tries += 1) {
    const answer = page.waitForResponse('**/api/auth/email/verify');
    await code.pressSequentially(wrong);
    expect((await answer).status()).toBe(400);
    await expect.poll(() => code.inputValue()).toBe('');
  }
  await page
    .getByRole('alert')
    .filter({ hasText: 'Too many tries with this code. Send a new code.' })
    .waitFor();
});

test('the printed link makes the first organizer, and then nobody', async () => {
  const [link] = /http:\S+#organiser=\S+/.exec(site.program.output())!;
  const page = await site.open(link, { expected: [refused] });
  await page.getByRole('heading', { name: 'Become the organizer' }).waitFor();
  expect(page.url()).toBe(`${site.url}/sign-in`);
  await page.getByLabel('Your email').fill('first@example.org');
  await page.getByRole('button', { name: 'Become the organizer' }).click();
  await page.getByLabel('Full name').fill('Grace Hopper');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Set up' }).waitFor();

  const late = await site.open(link, { expected: [refused] });
  await late.getByLabel('Your email').fill('eve@example.org');
  await late.getByRole('button', { name: 'Become the organizer' }).click();
  await late.getByText('This link is no longer valid.').waitFor();
  await late.getByRole('button', { name: 'Sign in another way' }).click();
  await late.getByLabel('Email').waitFor();
});

detail('a link and a code from the command line work beside the running site', async () => {
  const { email, code, link } = JSON.parse(await site.command('sign-in', 'listed@example.org', '--json'));
  const { pathname, hash } = new URL(link);
  const page = await site.open(pathname + hash);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Full name').fill('Listed');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();

  const other = await site.open('/sign-in');
  const verified = await other.request.post('/api/auth/email/verify', { data: { email, code } });
  expect(verified.status()).toBe(200);
  expect(await verified.json()).toMatchObject({ user: { email, name: 'Listed', role: 'admin' } });
});

detail('what went wrong at the provider is said on the page, and leads nowhere else', async () => {
  const page = await site.open('/sign-in?problem=sign_in_cancelled&returnTo=//evil.example', {
    expected: [refused],
  });
  await page.getByText('The sign-in was cancelled.').waitFor();
  const forged = await page.goto('/api/auth/callback?code=x&state=forged');
  expect(forged!.status()).toBe(400);
  await page.getByText('This link is no longer valid. Please sign in again.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/sign-in');
});
