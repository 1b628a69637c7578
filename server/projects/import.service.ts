import type { ImportChoices, ImportReport } from '../../contract/platform/csv-import.ts';
import { paths } from '../../contract/platform/pages.ts';
import type * as contract from '../../contract/projects/projects-admin.ts';
import { readImport } from '../people-data/csv-import.ts';
import { recordAudit } from '../platform/audit/audit.service.ts';
import { lockKey } from '../platform/db/locks.ts';
import { transact } from '../platform/db/transact.ts';
import type { Call } from '../platform/http/call.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import type { Services } from '../platform/services.ts';
import { parseDevpostExport, toSource } from './devpost.ts';
import { findImported, insertImported, updateImported } from './projects-admin.queries.ts';

/** Imports the file that an organizer uploads, or previews that. Throws `invalid_input` and `import_invalid`. */
export async function importProjects(
  services: Services,
  { actor, fields, files: { file } }: Call<typeof contract.importProjects>,
): Promise<ImportReport> {
  const csv = await readImport(file);
  return importCsv(services, actor.id, { ...fields, csv, preview: fields.preview === 'true' });
}

/**
 * Imports an export of projects from Devpost, all or none: a project that was imported before, by its address, is changed
 * to what the file says, and what organizers have hidden stays hidden. A `preview` changes nothing. Throws `import_invalid`.
 */
export function importCsv(
  { db, event, config, now }: Pick<Services, 'db' | 'event' | 'config' | 'now'>,
  actorId: string | null,
  { csv, preview = false, choices }: { csv: string; preview?: boolean; choices?: ImportChoices | undefined },
): Promise<ImportReport> {
  const { projects, problems, ...understood } = parseDevpostExport(csv, event, choices, preview);
  const own = toSource(config.publicUrl.origin + paths.projects);
  const others = projects.filter(({ source }) => !source.startsWith(`${own}/`));
  const left = projects.length - others.length;
  return transact(db, async (trx) => {
    await lockKey(trx, 'import projects');
    const counts = { added: 0, changed: 0, unchanged: 0 };
    const at = now();
    for (const project of others) {
      const before = await findImported(trx, project);
      if (!before) {
        if (!preview) await insertImported(trx, project, at);
        counts.added += 1;
      } else if (before.isDifferent) {
        if (!preview) await updateImported(trx, before.id, project, at);
        counts.changed += 1;
      } else counts.unchanged += 1;
    }
    if (!preview) {
      await recordAudit(trx, actorId, 'projects.imported', 'projects', counts);
      if (counts.added + counts.changed > 0) await notifySubscribers(trx, 'projects');
    }
    return {
      ...counts,
      ...understood,
      problems: left > 0 ? [...problems, `Projects of this site that stay as they are: ${left}.`] : problems,
    };
  });
}
