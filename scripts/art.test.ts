import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { colors, themeColors } from '../contract/platform/colors.ts';
import { grain, scenes } from './art/scenes.ts';

const root = path.join(import.meta.dirname, '..');

test.each(Object.entries({ ...scenes, grain }))(
  'the print %s is the one that the script draws',
  async (name, draw) => {
    const committed = await readFile(new URL(`../web/art/${name}.svg`, import.meta.url), 'utf8');
    expect(draw() === committed).toBe(true);
  },
);

test('emails, documents, passes and pictures have the colors of the pages, and no copies of their own', async () => {
  const tokens = await readFile(new URL('../web/styles/tokens.css', import.meta.url), 'utf8');
  const pairs = Object.entries(themeColors).map(([name, pair]) => [name, `light-dark(${pair.join(', ')})`]);
  for (const [name, value] of [...Object.entries(colors), ...pairs])
    expect(tokens).toContain(`--color-${name}: ${value};`);

  const copies: string[] = [];
  for (const file of globSync('{contract,scripts,server,web}/**/*.{ts,tsx}', { cwd: root })) {
    if (file === 'contract/platform/colors.ts' || /\.test\.|operations\/seed\//.test(file)) continue;
    const text = (await readFile(path.join(root, file), 'utf8')).toLowerCase();
    copies.push(
      ...Object.values(colors)
        .filter((color) => text.includes(color))
        .map((color) => `${file}: ${color}`),
    );
  }
  expect(copies).toEqual([]);
});
