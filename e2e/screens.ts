import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { findAccessibilityProblems } from './accessibility.ts';
import type { Page } from './browser.ts';

/** The folder for a picture of every screen; without it none are stored. */
const { SCREENS_DIR } = process.env;
/** Set by `npm run test:long`, which runs the files that call `inspectScreens` once more (`screens` in vitest.config.ts). */
const { DETAILS } = process.env;

/** Shows the page in a theme and waits until all transitions have ended. */
async function show(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
}

/** Returns by how many pixels the page is wider than the screen. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Returns how many empty pixels are below the content. An element placed outside a scrolling list can cause some. */
export const countEmptyPixels = (page: Page) =>
  page.evaluate(() => {
    const { bottom } = document.body.getBoundingClientRect();
    // The page's height is rounded up.
    return Math.max(
      0,
      Math.floor(document.documentElement.scrollHeight - Math.max(bottom + scrollY, innerHeight)),
    );
  });

async function takePicture(page: Page, name: string) {
  await mkdir(SCREENS_DIR as string, { recursive: true });
  await page.screenshot({ path: path.join(SCREENS_DIR as string, `${name}.png`), fullPage: true });
}

/** Widths, with the theme in which axe checks each. */
const screens = [
  [320, undefined],
  [390, 'light'],
  [1280, DETAILS ? 'dark' : undefined],
] as const;

/**
 * Returns what is wrong with a page at 320, 390 and 1280 pixels: how much wider than the screen it is, how much longer than
 * its content, and what axe finds, at 390 in light and in the long run at 1280 in dark colors. `name` names its pictures.
 */
export async function inspectScreens(page: Page, name: string): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [width, theme] of screens) {
    await page.setViewportSize({ width, height: 800 });
    await show(page, theme ?? 'light');
    found[`wider than ${width}`] = await overflow(page);
    found[`empty pixels at ${width}`] = await countEmptyPixels(page);
    if (theme) found[`${theme} ${width}`] = await findAccessibilityProblems(page);
    if (!SCREENS_DIR) continue;
    for (const picture of ['light', 'dark'] as const) {
      await show(page, picture);
      await takePicture(page, `${name}-${width}-${picture}`);
    }
  }
  return found;
}

/** What `inspectScreens` returns when nothing is wrong. */
export const nothingWrong: Record<string, unknown> = Object.fromEntries(
  screens.flatMap(([width, theme]) => [
    ...[[`wider than ${width}`, 0] as const, [`empty pixels at ${width}`, 0] as const],
    ...(theme ? [[`${theme} ${width}`, []] as const] : []),
  ]),
);
