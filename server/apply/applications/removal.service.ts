import type { Db } from '../../platform/db/open.ts';
import type { Services } from '../../platform/services.ts';
import { givePlacesUp, regainPlace } from '../places/places.service.ts';
import { lockApplicationOfUser } from './applications.locks.ts';
import { updateStatuses } from './applications.queries.ts';
import * as queries from './decisions.queries.ts';

/** The state of a person's application before they were removed. */
export type ApplicationBeforeRemoval = queries.DecisionState & { id: string };

/**
 * Rejects a removed person's application without notifying them, and returns its state; undefined without one. Their place
 * is freed. The caller must hold the lock on the places.
 */
export async function rejectRemovedApplicant(
  trx: Db,
  { event, now }: Pick<Services, 'event' | 'now'>,
  { userId, by }: { userId: string; by: string },
): Promise<ApplicationBeforeRemoval | undefined> {
  const application = await lockApplicationOfUser(trx, userId);
  if (!application) return undefined;
  const ids = [application.id];
  // A waiting decision email would contradict this.
  await queries.endEarlierDecisions(trx, ids);
  const [before] = await queries.selectDecisionStates(trx, ids);
  await updateStatuses(trx, ids, { status: 'rejected', by, at: now() });
  await givePlacesUp(trx, event, ids, 0);
  return before;
}

/** Restores the application when a removal is lifted; with limited places, they get one if it is free. */
export async function restoreRemovedApplicant(
  trx: Db,
  services: Pick<Services, 'event' | 'now'>,
  { userId, before }: { userId: string; before: ApplicationBeforeRemoval },
): Promise<void> {
  const application = await lockApplicationOfUser(trx, userId);
  if (application?.id !== before.id) return;
  const { id, status, attendance_confirmed: confirmed } = before;
  const restore = () => queries.restoreDecisionStates(trx, [before]);
  if (status === 'approved') await regainPlace(trx, services, { id, confirmed, restore });
  else await restore();
}
