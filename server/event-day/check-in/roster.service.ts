import * as contract from '../../../contract/event-day/check-in.ts';
import { listConflicts } from '../../../contract/event-day/check-in-overview.ts';
import { hasAccess } from '../../../contract/platform/roles.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Services } from '../../platform/services.ts';
import { requireCheckpoint } from './check-in.service.ts';
import { hasEarlierSecret, passDigest } from './pass.ts';
import {
  countCheckedIn,
  selectApprovedPeople,
  selectCheckInTimes,
  selectWaitingNames,
} from './roster.queries.ts';
import { loadStationView } from './station-view.ts';

/**
 * Returns everybody with a pass and where they are checked in, for stations that may go offline. Devices store it, so it
 * contains diets and sizes only for a checkpoint that shows them. Throws `unknown_checkpoint`.
 */
export async function getRoster(
  services: Services,
  { actor, query: { checkpoint: requested } }: Call<typeof contract.getRoster>,
): Promise<contract.Roster> {
  const checkpoint = requireCheckpoint(services, requested);
  const [people, waiting, admissions, toView, earlierPasses] = await Promise.all([
    selectApprovedPeople(services.db),
    selectWaitingNames(services.db),
    selectCheckInTimes(services.db),
    loadStationView(services, checkpoint),
    hasEarlierSecret(services.db, services.config.secretKey),
  ]);
  const checkedIn = new Map<string, Record<string, string>>();
  for (const { userId, checkpoint, at } of admissions)
    checkedIn.set(userId, { ...checkedIn.get(userId), [checkpoint]: at.toISOString() });
  return {
    checkpoint,
    shows: Object.fromEntries(services.event.checkpoints.map(({ id, shows }) => [id, shows])),
    ...(earlierPasses && { earlierPasses }),
    people: people.map(({ passVersion, removedAt, ...person }) => ({
      ...toView(person),
      ...(removedAt && { removed: true as const }),
      passDigest: passDigest(services, { id: person.userId, passVersion }),
      checkedIn: checkedIn.get(person.userId) ?? {},
    })),
    ...(waiting.length > 0 && { waiting: waiting.map(({ name }) => name) }),
    can: {
      undo: hasAccess(actor.role, contract.undoCheckIn.access),
      review: hasAccess(actor.role, listConflicts.access),
    },
  };
}

/** Returns how many people are checked in at each checkpoint, in the event's order. */
export async function countCheckIns({ db, event }: Services) {
  const counts = new Map((await countCheckedIn(db)).map(({ checkpoint, count }) => [checkpoint, count]));
  return event.checkpoints.map(({ id }) => ({ checkpoint: id, count: counts.get(id) ?? 0 }));
}
