import path from 'node:path';
import type * as contract from '../../../contract/operations/backup.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import { requireFreshSignIn } from '../../people/account/delete-account.service.ts';
import { countRunningSites } from '../../platform/db/lease.ts';
import { upsertSetting } from '../../platform/db/settings.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';

/** The setting that says how the event before this one was closed. */
export const closedEventKey = 'closed-event';
export type ClosedEvent = NonNullable<ResponseOf<typeof contract.getBackupState>['closed']>;

/**
 * Closes the event as the command `new-event` does, for which the site stops and starts again. Throws `stale_sign_in`,
 * `not_this_event` and `other_instance`.
 */
export async function beginNextEvent(
  services: Services,
  { actor, body: { name, take } }: Call<typeof contract.beginNextEvent>,
): Promise<ResponseOf<typeof contract.beginNextEvent>> {
  const { db, config, event, now, closeEvent } = services;
  requireFreshSignIn(services, actor);
  if (name.trim() !== event.name) fail('not_this_event');
  if ((await countRunningSites(db)) > 1) fail('other_instance');
  const time = now().toISOString().slice(0, 19).replaceAll(':', '-');
  const folder = path.join(config.dataDir, 'archives', time);
  // Shown if the site stops before this is done.
  const begun: ClosedEvent = { folder, problem: 'It was begun, and is not done yet.' };
  await upsertSetting(db, closedEventKey, begun);
  closeEvent?.({ folder, take, by: actor.id });
  return { success: true };
}
