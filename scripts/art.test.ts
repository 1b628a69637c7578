import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { grain, scenes } from './art/scenes.ts';

test.each(Object.entries({ ...scenes, grain }))(
  'the print %s is the one that the script draws',
  async (name, draw) => {
    const committed = await readFile(new URL(`../web/art/${name}.svg`, import.meta.url), 'utf8');
    expect(draw() === committed).toBe(true);
  },
);
