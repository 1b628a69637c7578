import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, test } from 'vitest';
import product from '../package.json' with { type: 'json' };
import { expectUsage } from './testing/script-usage.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'overnight-command-line-'));
afterAll(() => rmSync(folder, { recursive: true }));

// npm itself runs postinstall; the others that are left out are in command-line.test.ts.
const leftOut = ['cli', 'seed', 'start', 'postinstall'];
const scripts = Object.entries(product.scripts).filter(([name]) => !leftOut.includes(name));

test.each(scripts)('npm run %s -- --help says what it does and does not do it', (name, script) =>
  expectUsage(name, script, folder),
);
