import type { CheckIn, SyncOutcome, syncCheckIns as syncCheckInsCall } from '../../contract/check-in.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { type ProblemCode, problems } from '../../contract/errors.ts';
import { formatTime } from '../../contract/format.ts';
import { fill } from '../../contract/texts.ts';
import type { Services } from '../services.ts';
import { type CheckInEntry, decideCheckIn } from './admission.service.ts';
import { recordRefusedScan } from './attempts.service.ts';
import { hasConflictBy, insertConflict } from './conflicts.queries.ts';
import { notifyCheckIns } from './notify-check-ins.ts';
import { toPlausibleTime } from './plausible-time.ts';

type Kept = BodyOf<typeof syncCheckInsCall>['checkIns'][number];
interface Result {
  key: string;
  outcome: SyncOutcome;
  data?: CheckIn;
  message?: string;
}

/**
 * Takes over check-ins that a station made offline, one after the other, each on its own: they have happened at the
 * door, so a second admission is kept as a conflict and never dropped.
 */
export async function syncCheckIns(services: Services, by: string, kept: Kept[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const one of kept) results.push(await takeOne(services, by, one));
  return results;
}

async function takeOne(services: Services, by: string, kept: Kept): Promise<Result> {
  const key = kept.key.toLowerCase();
  const refused = (code: ProblemCode): Result => ({
    key,
    outcome: 'refused',
    message: problems[code].message,
  });
  const checkpoint = services.event.checkpoints.find(({ id }) => id === (kept.checkpoint ?? id))?.id;
  if (!checkpoint) return refused('unknown_checkpoint');
  const entry: CheckInEntry = { ...kept, key, by, checkpoint, at: toPlausibleTime(kept.at, services.now()) };
  const verdict = await decideCheckIn(services, entry);
  if (verdict.kind === 'admitted') return { key, outcome: 'admitted', data: verdict.checkIn };
  if (verdict.kind === 'refused') {
    await recordRefusedScan(services, entry, verdict.person, verdict.reason);
    return refused(verdict.reason);
  }
  const { person, checkIn: data } = verdict;
  const time = formatTime(data.checkedInAt, services.event);
  const message = fill(problems.already_checked_in.message, { time });
  const conflict = { ...entry, userId: person.userId, passVerified: kept.pass !== undefined };
  const isKept = person.keyState === 'conflict';
  if (!isKept && (await hasConflictBy(services.db, conflict))) {
    await recordRefusedScan(services, entry, person, 'already_checked_in');
    return { key, outcome: 'already', data, message };
  }
  if (!isKept && (await insertConflict(services.db, conflict))) notifyCheckIns(services, 'door');
  return { key, outcome: 'conflict', data, message };
}
