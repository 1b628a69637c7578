import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  formatLicenses,
  isAllowed,
  isPackageAllowed,
  listPagePackages,
  listServerPackages,
} from './licenses.ts';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('everything that a site runs has an allowed license', () => {
  const shipped = [...listServerPackages(), ...listPagePackages()];
  expect(shipped.filter((one) => !isPackageAllowed(one))).toEqual([]);
  const names = shipped.map(({ name }) => name);
  for (const name of ['fastify', 'pg', 'react', 'react-dom', 'zxing-wasm', 'tailwindcss', 'workbox-core'])
    expect(names).toContain(name);
  for (const name of ['vitest', 'vite', 'typescript']) expect(names).not.toContain(name);
});

test('licenses that need a decision are not allowed', () => {
  for (const license of ['unknown', 'UNLICENSED', 'GPL-3.0-only', 'MIT AND GPL-2.0', 'SEE LICENSE IN x'])
    expect([license, isAllowed(license)]).toEqual([license, false]);
  for (const license of ['MIT', '(BSD-3-Clause OR GPL-2.0)', 'Apache-2.0 AND MIT'])
    expect([license, isAllowed(license)]).toEqual([license, true]);
});

test('the one library under LGPL-3.0 is allowed, and nothing else under it', () => {
  const license = 'LGPL-3.0-or-later';
  expect(isPackageAllowed({ name: '@img/sharp-libvips-linux-x64', license })).toBe(true);
  expect(isPackageAllowed({ name: 'somebody-else', license })).toBe(false);
  expect(isPackageAllowed({ name: '@img/sharp-libvips-linux-x64', license: 'GPL-3.0-only' })).toBe(false);
  expect(read('docs/licenses.md')).toContain('LGPL-3.0');
});

test('docs/licenses.md is the list of now, and every notice that it names exists', () => {
  const text = read('docs/licenses.md');
  expect(text, 'run npm run licenses').toBe(formatLicenses(text));
  for (const [, file = ''] of text.matchAll(/\]\(\.\.\/([^)]+)\)/g))
    expect([file, existsSync(path.join(root, file))]).toEqual([file, true]);
  expect(read('web/fonts/OFL.txt').match(/^Copyright .* Project Authors/gm)).toHaveLength(3);
});

test('the lockfile holds no download addresses', () => {
  expect(read('package-lock.json')).not.toContain('"resolved"');
});
