import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from './browser.ts';

const axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Scope {
  /** A selector; only elements inside it are checked. */
  within?: string;
  /** Only these rules. */
  only?: string[];
  /** All rules but these. */
  without?: string[];
}

/** Returns what axe finds: each broken rule with the element that breaks it. */
export async function findAccessibilityProblems(
  page: Page,
  { within, only, without = [] }: Scope = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(
    ([place, options]) =>
      (
        window as unknown as { axe: { run: (place: unknown, options: object) => Promise<AxeResults> } }
      ).axe.run(place ?? document, options),
    [
      within,
      {
        resultTypes: ['violations'],
        rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
        ...(only && { runOnly: only }),
      },
    ] as const,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Returns the elements that reach beyond the right edge of the screen. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth)
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}
