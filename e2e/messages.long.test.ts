import { expect, test } from 'vitest';
import type { Locator, Page } from './browser.ts';
import { createApproved } from './check-in-people.ts';
import { getButton, getToast } from './page.ts';
import { useOrganizer, useSite } from './site.ts';
import { rows } from './work-lists.ts';

const site = useSite();
const organizer = useOrganizer(site);

/** Expects that a message covers no bar, no control of a dialog, and not the focused element. */
async function expectFree(page: Page, toast: Locator): Promise<void> {
  await toast.waitFor();
  const listCovered = () =>
    toast.evaluate((cover) => {
      const own = cover.getBoundingClientRect();
      const isBar = (element: Element) => {
        const { position, bottom } = getComputedStyle(element);
        const box = element.getBoundingClientRect();
        const isAtEdge = Math.abs(innerHeight - box.bottom) < 24 && box.height < innerHeight / 2;
        return (position === 'fixed' || position === 'sticky') && bottom !== 'auto' && isAtEdge;
      };
      const controls = ':is([role=dialog], [role=alertdialog]) :is(button, input, textarea, select)';
      return [
        ...document.querySelectorAll(`header, [aria-label=Organizers], ${controls}`),
        ...[...document.body.querySelectorAll('*')].filter(isBar),
        ...(document.activeElement === document.body ? [] : [document.activeElement!]),
      ]
        .filter((element) => {
          const box = element.getBoundingClientRect();
          const isApart =
            box.right <= own.left || box.left >= own.right || box.bottom <= own.top || box.top >= own.bottom;
          return (
            !isApart && !element.contains(cover) && !cover.contains(element) && element.checkVisibility()
          );
        })
        .map((element) => element.textContent || element.tagName);
    });
  const isInside = () =>
    toast.evaluate((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    });
  const { width } = page.viewportSize()!;
  await expect.poll(listCovered, { message: `${page.url()} at ${width}` }).toEqual([]);
  expect(await isInside()).toBe(true);
}

test('addresses that the browser refuses to copy are said not to be copied', async () => {
  await createApproved(site, 'Ada of the clipboard');
  const page = await site.open('/dashboard', { as: organizer });
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await page.getByLabel('Select Ada of the clipboard').check();
  await getButton(page, 'Copy emails').click();
  await getToast(page, 'The addresses could not be copied. Export the list instead.').waitFor();
});

for (const width of [1280, 390]) {
  const viewport = { width, height: 800 };

  test(`at ${width}, a message keeps off header, sidebar, bulk actions and dialogs`, async () => {
    await createApproved(site, `Ada of ${width}`);
    const page = await site.open('/dashboard', {
      as: organizer,
      viewport,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByLabel(`Select Ada of ${width}`).check();
    await getButton(page, 'Copy emails').click();
    await expectFree(page, getToast(page, '1 email address copied.'));
    await getButton(page, 'Reject').click();
    await page.getByRole('alertdialog').waitFor();
    await expectFree(page, getToast(page, '1 email address copied.'));
    await page.keyboard.press('Escape');

    await rows(page).first().getByRole('button').first().click();
    await getButton(page, /^Change to Rejected/).click();
    const decided = getToast(page, /rejected\. The email goes out/);
    await expectFree(page, decided);
    // Whatever of the page lies under it can be reached meanwhile.
    await page.getByRole('main').evaluate((main) => main.lastElementChild?.scrollIntoView({ block: 'end' }));
    await decided.getByRole('button', { name: 'Close this message' }).click();
    await expect.poll(() => decided.count()).toBe(0);
  });

  test(`at ${width}, a message keeps off the bar that saves, submits, or leads on`, async () => {
    const ada = await createApproved(site, `Emmy of ${width}`);
    await ada.call('POST', '/teams', { name: `Owls of ${width}` });
    const hers = await site.open('/dashboard#team-formation', {
      as: ada,
      viewport,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await getButton(hers, 'Copy code').click();
    await expectFree(hers, getToast(hers, /copied/i));

    const judge = await site.createJudge();
    const scoring = await site.open('/login', { viewport });
    await scoring.getByLabel('Username').fill(judge.username);
    await scoring.getByLabel('Password', { exact: true }).fill(judge.password);
    await getButton(scoring, 'Login').click();
    await scoring.getByRole('radio', { name: 'Hacker Track' }).check();
    await getButton(scoring, 'Continue with Hacker Track').click();
    await scoring.getByLabel('Team Name').fill('   ');
    await scoring.getByLabel('Team Number').fill('9');
    await getButton(scoring, 'Submit Score').click();
    await expectFree(scoring, getToast(scoring, 'Missing information: '));
    // It is the next thing that a judge presses.
    await getButton(scoring, 'Submit Score').click();
  });
}
