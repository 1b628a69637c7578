import { isConnectionLost } from '../../lib/api-error.ts';
import { checkInKind, listQueued } from '../../lib/offline-queue.ts';
import { queryClient } from '../../lib/query-client.ts';
import { checkedInQuery, fetchPassHolder, rosterQuery } from './check-in.api.ts';
import { queueRefusedScan } from './refused-scan-queue.ts';
import { checkAgainstRoster, findRoster, type LocalVerdict } from './roster.ts';
import type { ScannedCode } from './scanned-code.ts';
import type { QueuedCheckIn } from './send-check-in.ts';
import type { ScannedParticipant } from './station-reducer.ts';

/** The holder of a pass, as far as it can be identified now. */
type IdentifiedPass =
  | {
      kind: 'person';
      candidate: ScannedParticipant;
      checkedInAt: string | null;
      checkedInBy?: string;
      /** Known from this device's list, which may be minutes old. */
      isStored?: boolean;
    }
  /** `name` is that of the person whom the pass names. */
  | { kind: 'forged'; name: string | undefined; isEarlier: boolean }
  | { kind: 'refused'; error: unknown; name?: string };

// How long to wait for a name, in milliseconds.
const nameTimeout = 3000;

/**
 * Identifies the holder of a pass. Somebody in the station's roster who is not checked in yet needs no server; for
 * everybody else it is asked, and without an answer the roster decides. The server is told later of scans that the station
 * refused by itself.
 */
export async function identifyPass(
  code: ScannedCode,
  checkpoint: string,
  signal: AbortSignal,
): Promise<IdentifiedPass> {
  // Right after a change of checkpoint the list is still the one of another, without its diets and sizes; its own may arrive
  // while the pass is looked up.
  const isListed = findRoster(checkpoint)?.checkpoint === checkpoint;
  const local = await checkLocally(code, checkpoint);
  if (local.kind === 'known' && !isCheckedIn(local) && isListed) return toLocalPerson(local, code);
  try {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(nameTimeout)]);
    const { checkedInAt, checkedInBy, ...person } = await fetchPassHolder({ ...code, checkpoint }, soon);
    const candidate = { ...person, from: 'scan', pass: code.pass } as const;
    // The server may not have heard of what waits here.
    const at = checkedInAt ?? (await findQueuedTime(person.userId, checkpoint));
    return { kind: 'person', candidate, checkedInAt: at, checkedInBy };
  } catch (error) {
    if (!isConnectionLost(error)) return { kind: 'refused', error, name: findName(code.userId, checkpoint) };
    console.warn(error);
    const { userId } = code;
    const check = local.kind === 'unknown' ? checkWhenLoaded : checkLocally;
    const verdict = await check(code, checkpoint);
    if (isCheckedIn(verdict)) void queueRefusedScan({ reason: 'already_checked_in', checkpoint, userId });
    if (verdict.kind === 'forged') {
      const reason = verdict.isEarlier ? 'earlier_pass' : 'invalid_pass';
      void queueRefusedScan({ reason, checkpoint, userId });
      return { ...verdict, name: findName(userId, checkpoint) };
    }
    return verdict.kind === 'known' ? toLocalPerson(verdict, code) : toUnlisted(code, checkpoint);
  }
}

const isCheckedIn = (verdict: LocalVerdict) =>
  verdict.kind === 'known' && verdict.person.checkedInAt !== null;

/** Right after the page is opened, the roster may still be on its way from this device's store. */
async function checkWhenLoaded(code: ScannedCode, checkpoint: string): Promise<LocalVerdict> {
  const loaded = queryClient.ensureQueryData(rosterQuery(checkpoint)).catch(() => undefined);
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, nameTimeout))]);
  return checkLocally(code, checkpoint);
}

/** Returns the name of somebody on this device's list. */
function findName(userId: string, checkpoint: string): string | undefined {
  const id = userId.toLowerCase();
  return findRoster(checkpoint)?.people.find((person) => person.userId === id)?.name;
}

/** Returns what the list of this device says of a code. */
export async function checkLocally(code: ScannedCode, checkpoint: string): Promise<LocalVerdict> {
  const roster = findRoster(checkpoint);
  if (!roster) return { kind: 'unknown' };
  const verdict = await checkAgainstRoster(roster, code, checkpoint);
  if (verdict.kind !== 'known') return verdict;
  const { person } = verdict;
  const checkedInAt = person.checkedInAt ?? (await findCheckInTime(person.userId, checkpoint));
  return { ...verdict, person: { ...person, checkedInAt } };
}

/** Returns when somebody was checked in since the roster was fetched: by the live list, or by this device's queue. */
export async function findCheckInTime(userId: string, checkpoint: string): Promise<string | null> {
  const live = queryClient.getQueryData(checkedInQuery(checkpoint).queryKey);
  const listed = live?.list.find((one) => one.userId === userId);
  return listed?.checkedInAt ?? findQueuedTime(userId, checkpoint);
}

async function findQueuedTime(userId: string, checkpoint: string): Promise<string | null> {
  const queue = await listQueued<QueuedCheckIn>(checkInKind).catch(() => []);
  const queued = queue.find(
    ({ payload, trouble }) =>
      !trouble && !payload.undoes && payload.userId === userId && payload.checkpoint === checkpoint,
  );
  return queued ? new Date(queued.at).toISOString() : null;
}

/** Returns somebody of whom this device knows the id of their pass, and the name at most. */
async function toUnlisted(code: ScannedCode, checkpoint: string): Promise<IdentifiedPass> {
  const { userId, pass } = code;
  const roster = findRoster(checkpoint);
  const name = findName(userId, checkpoint);
  const unknown = { attendanceConfirmed: false, passVerified: false, from: 'scan' } as const;
  const unlisted = roster && name === undefined && { unlisted: { asOf: roster.at } };
  const candidate = { ...unknown, ...unlisted, userId, pass, name: name ?? '' };
  return { kind: 'person', candidate, checkedInAt: await findCheckInTime(userId, checkpoint) };
}

function toLocalPerson(
  { person, passVerified }: Extract<LocalVerdict, { kind: 'known' }>,
  { pass }: ScannedCode,
): IdentifiedPass {
  const { checkedInAt, ...known } = person;
  const candidate = { ...known, passVerified, pass, from: 'scan' } as const;
  return { kind: 'person', candidate, checkedInAt, isStored: true };
}

/**
 * Returns the time of this device's list when somebody is not checked in at the entrance by it, in milliseconds; undefined
 * for others, and while nobody has come in there.
 */
export async function findMissingEntrance(userId: string, entrance: string): Promise<number | undefined> {
  const roster = findRoster(entrance);
  if (!roster?.people.some(({ checkedIn }) => checkedIn[entrance])) return undefined;
  const person = roster.people.find((one) => one.userId === userId);
  const hasCome = !person || person.checkedIn[entrance] || (await findCheckInTime(userId, entrance));
  return hasCome ? undefined : roster.at;
}
