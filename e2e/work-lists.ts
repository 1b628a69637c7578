import type { Page } from './browser.ts';
import { getButton } from './page.ts';

export const rows = (page: Page) => page.getByRole('region', { name: 'Applications' }).getByRole('listitem');

/** Returns how many rows are completely visible in the window. */
export const countVisible = (page: Page, role: 'listitem' | 'row', region: string) =>
  page
    .getByRole('region', { name: region, exact: true })
    .getByRole(role)
    .evaluateAll((all) => {
      const scroller = all[0]?.closest('section, [role="region"]')?.getBoundingClientRect();
      const bottom = Math.min(innerHeight, scroller?.bottom ?? 0);
      return all.filter((row) => {
        const box = row.getBoundingClientRect();
        return box.height > 0 && box.top >= (scroller?.top ?? 0) && box.bottom <= bottom + 1;
      }).length;
    });

/** Opens the first application that has a resume, with the resume beside it. */
export async function openApplication(page: Page): Promise<void> {
  await rows(page)
    .filter({ has: page.getByRole('img', { name: 'With a resume' }) })
    .first()
    .getByRole('button')
    .click();
  await getButton(page, /^Read resume/).click();
  await page.getByRole('img', { name: /^Resume, page 1 of/ }).waitFor();
}
