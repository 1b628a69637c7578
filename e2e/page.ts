import type { Route } from 'playwright-core';
import { expect } from 'vitest';
import { findAccessibilityProblems } from './accessibility.ts';
import type { Locator, Page } from './browser.ts';

export function getButton(page: Page | Locator, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true });
}

export function getToast(page: Page, text: string | RegExp): Locator {
  return page.locator('[data-toast]').filter({ hasText: text });
}

// A dialog rightly hides the page behind it, with its landmarks and headings.
const ofPages = ['landmark-one-main', 'page-has-heading-one'];

/** Expects that axe finds no problem. In dark colors it checks contrast only, because the themes differ in nothing else. */
export async function expectAccessible(page: Page, { dialog = false } = {}): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    const rules = theme === 'dark' ? { only: ['color-contrast'] } : { without: dialog ? ofPages : [] };
    expect(await findAccessibilityProblems(page, rules)).toEqual([]);
  }
}

/** Answers a call as the server does when something that it needs is unavailable. */
export function refuseAsUnavailable(route: Route): Promise<void> {
  const message = 'This is not available at the moment. Please try again.';
  return route.fulfill({
    status: 503,
    json: { success: false, code: 'unavailable', message, requestId: 'r' },
  });
}

/** Taps an element and counts the tap. */
export function createTaps(page: Page) {
  const taps = { count: 0 };
  const tap = async (role: 'button' | 'link' | 'radio', name: string | RegExp) => {
    taps.count += 1;
    const target = page.getByRole('main').getByRole(role, { name, exact: typeof name === 'string' });
    await (role === 'radio' ? target.check() : target.tap());
  };
  return { taps, tap };
}

export function listCovered(part: Locator): Promise<string[]> {
  return part.evaluate((cover) => {
    const own = cover.getBoundingClientRect();
    return [...document.querySelectorAll('h1, h2, h3, button, header a')]
      .filter((element) => {
        const box = element.getBoundingClientRect();
        const isApart =
          box.right <= own.left || box.left >= own.right || box.bottom <= own.top || box.top >= own.bottom;
        return !isApart && !cover.contains(element) && element.checkVisibility() && box.width > 1;
      })
      .map((element) => element.textContent ?? '');
  });
}

/** Assigns tables to the suggested teams, or to other ones. */
export async function numberTables(page: Page, who?: string | RegExp): Promise<void> {
  await getButton(page, 'Number tables').click();
  const dialog = page.getByRole('dialog', { name: 'Number tables' });
  if (who) await dialog.getByRole('radio', { name: who }).check();
  await getButton(dialog, 'Number tables').click();
  await dialog.waitFor({ state: 'detached' });
}
