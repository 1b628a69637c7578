import type * as contract from '../../../contract/apply/application-import.ts';
import { findTrack } from '../../../contract/event/event.ts';
import type { ImportReport } from '../../../contract/platform/csv-import.ts';
import { findOrCreateAccount } from '../../people-data/accounts.service.ts';
import { readImport } from '../../people-data/csv-import.ts';
import { findAddressHolder, hasApplied, setNameIfMissing } from '../../people-data/users.queries.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import { notifyApplicationChange } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import { saveAnswers } from '../questions/questions.service.ts';
import { insertApplication } from './applications.queries.ts';
import { parseRegistrations, type Registration } from './import-rows.ts';

/** How many people one transaction imports: each needs a lock until its end. */
const batch = 100;

/**
 * Imports registrations as submitted applications. People who have applied or are on the staff are skipped, so a repeat
 * continues an interrupted import. Nobody gets an email, and a `preview` changes nothing. Throws `invalid_input`,
 * `unknown_track` and `import_invalid`.
 */
export async function importApplications(
  services: Services,
  { actor, fields, files: { file } }: Call<typeof contract.importApplications>,
): Promise<ImportReport> {
  const { preview, track, tShirtSize, choices } = fields;
  const { db, event } = services;
  if (track && !findTrack(event, track)) fail('unknown_track', { values: { track } });
  const defaults = { track, tShirtSize };
  const csv = await readImport(file);
  const { registrations, ...understood } = parseRegistrations(
    csv,
    event,
    defaults,
    choices,
    preview !== undefined,
  );
  // In the same order, so that two imports do not deadlock.
  registrations.sort((a, b) => (a.email < b.email ? -1 : 1));
  let added = 0;
  for (let from = 0; from < registrations.length; from += batch)
    added += await transact(db, async (trx) => {
      let count = 0;
      for (const registration of registrations.slice(from, from + batch))
        if (await addRegistration(trx, services, registration, preview !== undefined)) count += 1;
      if (!preview && count > 0)
        await recordAudit(trx, actor.id, 'applications.imported', 'applications', { added: count });
      return count;
    });
  return { added, changed: 0, unchanged: registrations.length - added, ...understood };
}

/** Returns whether the person was added, or would be. */
async function addRegistration(
  trx: Db,
  { event, now }: Pick<Services, 'event' | 'now'>,
  { email, name, answers, registeredAt, ...fields }: Registration,
  isPreview: boolean,
): Promise<boolean> {
  if (!isPreview) await lockKey(trx, `email ${email}`);
  const holder = await findAddressHolder(trx, email);
  if (holder && (holder.role !== 'hacker' || (await hasApplied(trx, holder.id)))) return false;
  if (isPreview) return true;
  const userId = await findOrCreateAccount(trx, email, name);
  await setNameIfMissing(trx, userId, name);
  const isNew = await insertApplication(trx, fields, {
    user_id: userId,
    resume_file_id: null,
    pitch_deck_file_id: null,
    created_at: registeredAt && registeredAt < now() ? registeredAt : now(),
  });
  if (!isNew) return false;
  await saveAnswers(trx, event, userId, answers);
  await notifyApplicationChange(trx, userId);
  return true;
}
