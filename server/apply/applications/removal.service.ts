import type { Db } from '../../platform/db/open.ts';
import type { Services } from '../../platform/services.ts';
import { givePlacesUp, regainPlace } from '../places/places.service.ts';
import { lockApplicationOfUser } from './applications.locks.ts';
import { updateStatuses } from './applications.queries.ts';
import {
  type DecisionState,
  deleteClaims,
  deleteHeldDecisions,
  restoreDecisionStates,
  selectDecisionStates,
  takeUndos,
} from './decisions.queries.ts';

/** What the application of somebody was before they were removed. */
export type ApplicationBeforeRemoval = DecisionState & { id: string };

/**
 * Rejects the application of somebody who is removed, tells nobody, and returns what it was; undefined without one. Their
 * place is free. The caller holds the lock of the places.
 */
export async function rejectRemovedApplicant(
  trx: Db,
  { event, now }: Pick<Services, 'event' | 'now'>,
  { userId, by }: { userId: string; by: string },
): Promise<ApplicationBeforeRemoval | undefined> {
  const application = await lockApplicationOfUser(trx, userId);
  if (!application) return undefined;
  const ids = [application.id];
  // The email of a decision that waits would say something else.
  await takeUndos(trx, ids);
  await deleteClaims(trx, ids);
  await deleteHeldDecisions(trx, ids);
  const [before] = await selectDecisionStates(trx, ids);
  await updateStatuses(trx, ids, { status: 'rejected', by, at: now() });
  await givePlacesUp(trx, event, ids, 0);
  return before;
}

/** Restores the application of somebody whose removal is lifted; of limited places they get one if it is free. */
export async function restoreRemovedApplicant(
  trx: Db,
  services: Pick<Services, 'event' | 'now'>,
  { userId, before }: { userId: string; before: ApplicationBeforeRemoval },
): Promise<void> {
  const application = await lockApplicationOfUser(trx, userId);
  if (application?.id !== before.id) return;
  const { id, status, attendance_confirmed: confirmed } = before;
  const restore = () => restoreDecisionStates(trx, [before]);
  if (status === 'approved') await regainPlace(trx, services, { id, confirmed, restore });
  else await restore();
}
