import { expect, test } from 'vitest';
import { createApproved } from './check-in-people.ts';
import { getButton } from './page.ts';
import { useOrganizer, useSite } from './site.ts';

const site = useSite();
const organizer = useOrganizer(site);

/** As in Safari, a click on a button takes the focus from where it was and gives it to what is around the button. */
function clickWithoutFocus(): void {
  addEventListener(
    'mousedown',
    (press) => {
      if (!(press.target instanceof Element) || !press.target.closest('button, [type=checkbox], summary'))
        return;
      press.preventDefault();
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      press.target
        .closest('button, [type=checkbox], summary')
        ?.parentElement?.closest<HTMLElement>('[tabindex]')
        ?.focus();
    },
    true,
  );
}

test('menus and dialogs work where a click does not focus a button', async () => {
  await createApproved(site, 'Ada Lovelace');
  const page = await site.open('/dashboard', { as: organizer, init: clickWithoutFocus });
  const opener = page.getByRole('button', { name: /^Menu of/ });
  await opener.click();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  const menu = page.getByRole('link', { name: 'Your account' });
  await menu.waitFor();
  await opener.click();
  await menu.waitFor({ state: 'hidden' });
  await opener.click();
  await menu.click();
  await page.waitForURL('**/account');
  await menu.waitFor({ state: 'hidden' });

  // What opens while a field has the focus stays open for a click in it, and the click counts.
  const search = page.getByRole('search', { name: 'Applicants' });
  await page.goto('/dashboard');
  await search.getByRole('searchbox').click();
  const chip = search.getByText('RAG', { exact: true });
  await chip.click();
  await expect.poll(() => search.getByRole('radio', { name: 'RAG' }).isChecked()).toBe(true);
  await search.getByRole('button', { name: /biology student/ }).click();
  expect(await search.getByRole('searchbox').inputValue()).toMatch(/biology/);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('judging');
  await page
    .getByRole('option', { name: /judging/i })
    .first()
    .click();
  await page.waitForURL(/judging/);

  // The list of a menu gets the focus by itself, so that arrow keys move in it.
  await site.createJudge();
  await page.goto('/judging');
  await page.getByRole('button', { name: /^More for judge/i }).click();
  const views = page.getByRole('menu');
  await views.waitFor();
  await expect.poll(() => views.evaluate((list) => list.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await views.waitFor({ state: 'hidden' });
  await page.goto('/dashboard');
  await page.getByRole('checkbox', { name: 'Select Ada Lovelace' }).click();
  await getButton(page, 'Reject').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await getButton(page, 'Cancel').click();
  await dialog.waitFor({ state: 'hidden' });
  await getButton(page, 'Clear').click();
  await getButton(page, 'Reject').waitFor({ state: 'hidden' });
});

test('a popover closes at a tap beside it where the browser does not close it', async () => {
  const page = await site.open('/dashboard', { as: organizer });
  const opener = page.getByRole('button', { name: /^Menu of/ });
  await opener.click();
  const menu = page.getByRole('link', { name: 'Your account' });
  await menu.waitFor();
  // The browser itself heeds no event that a script has made: only our own handler does.
  await menu.dispatchEvent('pointerdown');
  expect(await menu.isVisible()).toBe(true);
  await page.getByRole('heading', { level: 1 }).dispatchEvent('pointerdown');
  await menu.waitFor({ state: 'hidden' });
});
