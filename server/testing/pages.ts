import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The least that counts as built pages: an empty shell and no public pages. For tests that need paths, not pages. */
export async function createEmptyPages(): Promise<{ dist: string; remove: () => Promise<void> }> {
  const dist = await mkdtemp(path.join(tmpdir(), 'overnight-test-pages-'));
  await Promise.all(['web', 'public-render'].map((name) => mkdir(path.join(dist, name))));
  await writeFile(
    path.join(dist, 'web', 'app.html'),
    '<!doctype html><html lang="en"><title>Shell</title></html>',
  );
  await writeFile(path.join(dist, 'public-render', 'assets.json'), '{}');
  await writeFile(
    path.join(dist, 'public-render', 'entry.js'),
    'export const renderPublicPages = () => ({});\n',
  );
  return { dist, remove: () => rm(dist, { recursive: true, force: true }) };
}
