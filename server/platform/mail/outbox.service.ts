import { promises as fs } from 'node:fs';
import path from 'node:path';
import { day } from '../../../contract/platform/durations.ts';
import type { Services } from '../services.ts';
import { selectExistingMails } from './mail.queries.ts';
import { outboxFolder } from './transport.ts';

const batch = 500;

export function toOutboxName(mail: { id: string; created_at: Date }): string {
  return `${mail.created_at.toISOString().replace(/[-:]|\.\d+/g, '')}-${mail.id}.eml`;
}

const namePattern = /^\d{8}T\d{6}Z-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml(?:\.part)?$/;

/**
 * The hourly job: deletes the outbox files older than a day whose email was deleted, with an account or by age. Other files
 * stay.
 */
export async function deleteOutboxFiles({ db, config, now }: Services): Promise<void> {
  const folder = outboxFolder(config.dataDir);
  const names = await fs.readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.flatMap((name) => {
    const id = namePattern.exec(name)?.[1];
    return id ? [{ id, file: path.join(folder, name) }] : [];
  });
  for (let at = 0; at < files.length; at += batch) {
    const some = files.slice(at, at + batch);
    const existing = await selectExistingMails(
      db,
      some.map(({ id }) => id),
    );
    for (const { file } of some.filter(({ id }) => !existing.has(id))) {
      const { mtimeMs } = await fs.stat(file);
      if (now().getTime() - mtimeMs > day) await fs.rm(file, { force: true });
    }
  }
}
