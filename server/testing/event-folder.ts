import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EventDocument } from '../../contract/event/event.ts';
import { readEventFolder } from '../event/event-folder.ts';
import { storeEventFolder } from '../event/settings/event-files.service.ts';
import { getNewestVersion } from '../event/settings/event-versions.ts';
import type { TestApp } from './app.ts';

/** Imports an event with its files, by their paths, as `event import` does, and waits until the pages show it. */
export async function importTestEvent(
  { services }: TestApp,
  document: EventDocument,
  files: Record<string, Buffer>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'overnight-test-event-'));
  await mkdir(path.join(folder, 'files'));
  await writeFile(path.join(folder, 'event.json'), JSON.stringify(document));
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
  const { version: after } = await getNewestVersion(services.db);
  const source = await readEventFolder(folder);
  await storeEventFolder(services, source, { after });
  await rm(folder, { recursive: true });
  await services.live.publish('event');
}
