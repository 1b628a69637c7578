import { lockKey } from '../db/locks.ts';
import { transact } from '../db/transact.ts';
import { notifySubscribers } from '../live/notify.ts';
import type { Services } from '../services.ts';
import { parseDevpostExport, toSource } from './devpost.ts';
import { findImported, insertImported, updateImported } from './import.queries.ts';

interface ImportResult {
  added: number;
  changed: number;
  unchanged: number;
  problems: string[];
}

/**
 * Imports an export of projects from Devpost, all or none: a project that was imported before, by its address, is changed
 * to what the file says, and what organizers have hidden stays hidden. Throws InvalidImport.
 */
export function importProjects(
  { db, event, config, now }: Pick<Services, 'db' | 'event' | 'config' | 'now'>,
  csv: string,
): Promise<ImportResult> {
  const { projects, problems } = parseDevpostExport(csv, event);
  const own = toSource(`${config.publicUrl.origin}/projects`);
  return transact(db, async (trx) => {
    await lockKey(trx, 'import projects');
    const result: ImportResult = { added: 0, changed: 0, unchanged: 0, problems: [...problems] };
    for (const project of projects) {
      if (project.source.startsWith(`${own}/`)) {
        result.problems.push(`"${project.text.title}" is a project of this site already.`);
        continue;
      }
      const before = await findImported(trx, project.source);
      const at = now();
      if (!before) {
        await insertImported(trx, project, at);
        result.added += 1;
      } else if (await updateImported(trx, before.id, project, at)) result.changed += 1;
      else result.unchanged += 1;
    }
    if (result.added + result.changed > 0) await notifySubscribers(trx, 'projects');
    return result;
  });
}
