import { type ProblemCode, problems } from '../../../contract/errors.ts';
import type {
  CheckIn,
  SyncOutcome,
  syncCheckIns as syncCheckInsCall,
} from '../../../contract/event-day/check-in.ts';
import type { BodyOf } from '../../../contract/platform/endpoint.ts';
import { formatTime } from '../../../contract/platform/format.ts';
import { fill } from '../../../contract/texts.ts';
import { lockKey } from '../../platform/db/locks.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Services } from '../../platform/services.ts';
import { hasConflictBy, insertSecond } from './conflicts.queries.ts';
import { settleDuplicate } from './conflicts.service.ts';
import { notifyCheckIns } from './notify-check-ins.ts';
import { toPlausibleTime } from './plausible-time.ts';
import { recordRefusal } from './refused-scans.service.ts';
import { type CheckInEntry, findRefusedName, tryCheckIn } from './try-check-in.service.ts';

type QueuedCheckIn = BodyOf<typeof syncCheckInsCall>['checkIns'][number];
interface Result {
  key: string;
  outcome: SyncOutcome;
  data?: CheckIn;
  message?: string;
  name?: string | undefined;
}

/**
 * Stores the check-ins that a station made offline, one after the other, each on its own: they have happened, so a second
 * admission is never dropped. It is stored as a conflict, or as a duplicate when both passes were verified.
 */
export async function syncCheckIns(
  services: Services,
  by: string,
  queue: QueuedCheckIn[],
): Promise<Result[]> {
  const results: Result[] = [];
  for (const queued of queue) results.push(await syncCheckIn(services, by, queued));
  return results;
}

async function syncCheckIn(services: Services, by: string, queued: QueuedCheckIn): Promise<Result> {
  const key = queued.key.toLowerCase();
  const refused = (code: ProblemCode): Result => ({
    key,
    outcome: 'refused',
    message: problems[code].message,
  });
  const checkpoint = services.event.checkpoints.find(({ id }) => id === (queued.checkpoint ?? id))?.id;
  if (!checkpoint) return refused('unknown_checkpoint');
  const entry: CheckInEntry = {
    ...queued,
    key,
    by,
    checkpoint,
    at: toPlausibleTime(queued.at, services.now()),
  };
  const decision = await tryCheckIn(services, entry);
  if (decision.kind === 'admitted') return { key, outcome: 'admitted', data: decision.checkIn };
  if (decision.kind === 'refused') {
    await recordRefusal(services, entry, decision.person, decision.reason);
    return { ...refused(decision.reason), name: findRefusedName(decision.person, decision.reason, entry) };
  }
  const { person, checkIn: data } = decision;
  const time = formatTime(data.checkedInAt, services.event);
  const message = fill(problems.already_checked_in.message, { time });
  const conflict = { ...entry, userId: person.userId, passVerified: queued.pass !== undefined };
  if (person.keyState === 'conflict') return { key, outcome: 'conflict', data, message };
  if (person.keyState === 'duplicate') return { key, outcome: 'already', data, message };
  if (await settleDuplicate(services, { ...conflict, passVersion: person.passVersion }))
    return syncCheckIn(services, by, queued);
  const outcome = await transact(services.db, async (trx) => {
    // Two reports of one volunteer at once: the second sees the first.
    await lockKey(trx, `conflict ${by} ${person.userId} ${checkpoint}`);
    if (await hasConflictBy(trx, conflict)) return 'already';
    return (await insertSecond(trx, 'conflict', conflict)) ? 'inserted' : 'conflict';
  });
  if (outcome === 'already') await recordRefusal(services, entry, person, 'already_checked_in');
  if (outcome === 'inserted') notifyCheckIns(services, 'check-in-overview');
  return { key, outcome: outcome === 'already' ? 'already' : 'conflict', data, message };
}
