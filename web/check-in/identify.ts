import { getPassHolder } from '../../contract/check-in.ts';
import { call } from '../lib/call.ts';
import { listQueued } from '../lib/offline-queue.ts';
import { queryClient } from '../lib/query-client.ts';
import { checkedInQuery } from './check-in.api.ts';
import { type QueuedCheckIn, queueKind } from './check-in-queue.ts';
import { isConnectionLost } from './connection-lost.ts';
import { queueFailedAttempt } from './failed-attempts.ts';
import { checkAgainstRoster, findRoster, type LocalVerdict } from './roster.ts';
import type { ScannedParticipant } from './scan-flow.ts';
import type { ScannedCode } from './scanned-code.ts';

/** Whose pass it is, as far as can be said here and now. */
export type IdentifiedPass =
  | { kind: 'person'; candidate: ScannedParticipant; checkedInAt: string | null }
  | { kind: 'forged' }
  | { kind: 'refused'; error: unknown };

// Longer than this nobody waits for a name, in milliseconds.
const PATIENCE = 3000;

/**
 * Finds out whose pass this is. Somebody on the station's own list who is not in yet needs no server; about everybody else
 * it is asked, and without an answer the station's list decides. Whom the station turns away by itself, the server hears of
 * later.
 */
export async function identifyPass(
  code: ScannedCode,
  checkpoint: string,
  signal: AbortSignal,
): Promise<IdentifiedPass> {
  const local = await judgeHere(code, checkpoint);
  const isIn = local.kind === 'known' && local.person.checkedInAt !== null;
  if (local.kind === 'known' && !isIn) return localPerson(local, code);
  try {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
    const { checkedInAt, ...person } = await call(getPassHolder, {
      body: { ...code, checkpoint },
      signal: soon,
    });
    return { kind: 'person', candidate: { ...person, from: 'scan', pass: code.pass }, checkedInAt };
  } catch (error) {
    if (!isConnectionLost(error)) return { kind: 'refused', error };
    console.warn(error);
    const { userId } = code;
    if (local.kind === 'forged') void queueFailedAttempt({ reason: 'invalid_pass', checkpoint, userId });
    if (isIn) void queueFailedAttempt({ reason: 'already_checked_in', checkpoint, userId });
    return local.kind === 'forged' ? { kind: 'forged' } : localPerson(local, code);
  }
}

async function judgeHere(code: ScannedCode, checkpoint: string): Promise<LocalVerdict> {
  const roster = findRoster(checkpoint);
  if (!roster) return { kind: 'unknown' };
  const verdict = await checkAgainstRoster(roster, code, checkpoint);
  if (verdict.kind !== 'known') return verdict;
  const { person } = verdict;
  const checkedInAt = person.checkedInAt ?? (await cameInSince(person.userId, checkpoint));
  return { ...verdict, person: { ...person, checkedInAt } };
}

/** When somebody came in after the roster was made: by the live list, or by what waits on this device. */
async function cameInSince(userId: string, checkpoint: string): Promise<string | null> {
  const live = queryClient.getQueryData(checkedInQuery(checkpoint).queryKey);
  const listed = live?.list.find((one) => one.userId === userId);
  if (listed) return listed.checkedInAt;
  const queue = await listQueued<QueuedCheckIn>(queueKind).catch(() => []);
  const mine = queue.find(
    ({ payload, trouble }) => !trouble && payload.userId === userId && payload.checkpoint === checkpoint,
  );
  return mine ? new Date(mine.at).toISOString() : null;
}

function localPerson(local: LocalVerdict, { userId, pass }: ScannedCode): IdentifiedPass {
  if (local.kind !== 'known') {
    const unknown = { name: '', attendanceConfirmed: false, passVerified: false };
    return { kind: 'person', candidate: { ...unknown, userId, pass, from: 'scan' }, checkedInAt: null };
  }
  const { person, passVerified } = local;
  const { checkedInAt, ...known } = person;
  return { kind: 'person', candidate: { ...known, passVerified, pass, from: 'scan' }, checkedInAt };
}
