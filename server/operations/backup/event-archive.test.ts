import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readArchiveMarker } from './event-archive.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overnight-archive-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a folder with anything but an archive is refused with a sentence', async () => {
  expect(await readArchiveMarker(folder)).toBeUndefined();
  expect(await readArchiveMarker(path.join(folder, 'none'))).toBeUndefined();
  for (const content of ['', 'not JSON', '{"state":"complete"}']) {
    await writeFile(path.join(folder, 'archive.json'), content);
    await expect(readArchiveMarker(folder)).rejects.toThrow(/ is not empty\. Name a folder that is/);
  }
});
