import { useCallback, useEffect, useRef, useState } from 'react';
import type { CheckIn } from '../../../contract/event-day/check-in.ts';
import type { WalkInFields } from '../../../contract/event-day/walk-ins.ts';
import { limits } from '../../../contract/limits.ts';
import { formatTime } from '../../../contract/platform/format.ts';
import { hasAccess } from '../../../contract/platform/roles.ts';
import { useEvent } from '../../lib/event.api.ts';
import { createIdempotencyKey } from '../../lib/new-key.ts';
import { cacheResponse, getCachedResponse } from '../../lib/offline-cache.ts';
import {
  checkInKind,
  deleteQueued,
  type QueuedItem,
  saveQueued,
  useOfflineQueue,
} from '../../lib/offline-queue.ts';
import { useSession } from '../../lib/session.api.ts';
import { addToCheckedInList, fetchAttendanceStatus } from './check-in.api.ts';
import { checkLocally, findCheckInTime, findMissingEntrance, identifyPass } from './identify.ts';
import { toAdmitted, toAlreadyIn, toForged, toRefused, toUnreadable } from './outcomes.ts';
import { queueRefusedScan, useRefusedScanQueue } from './refused-scan-queue.ts';
import type { KnownParticipant } from './roster.ts';
import { parseScannedCode, type ScannedCode } from './scanned-code.ts';
import {
  admitParticipant,
  formatQueueState,
  type QueuedCheckIn,
  sendQueuedCheckIn,
  undoCheckIn,
} from './send-check-in.ts';
import type { StationSignal } from './sounds.ts';
import {
  initialStation,
  isStillShown,
  isSuccess,
  type OwnCheckIn,
  reduceStation,
  type ScannedParticipant,
  type ScanOutcome,
  type StationEvent,
  type StationState,
} from './station-reducer.ts';

export type QueuedCheckIns = ReturnType<typeof useQueuedCheckIns>;

/**
 * The check-ins of this device that the server has not answered. Each is sent at once, and again when the network or the page
 * comes back and every 15 s (`offline-queue.ts`), and stays on the device until the server has answered. Scans that the
 * device refused while offline are stored and sent in the same way, without being shown. A station also stores the roster, the
 * list of who is checked in and the walk-ins, fetched in `check-in.api.ts` (`lib/offline-cache.ts` lists what a device stores).
 */
function useQueuedCheckIns(handlers: {
  onAdmitted: (key: string, checkIn: CheckIn) => void;
  onTrouble: () => void;
}) {
  useRefusedScanQueue();
  const { items, sending, online } = useOfflineQueue<QueuedCheckIn>(checkInKind, {
    send: async (item) => {
      const sent = await sendQueuedCheckIn(item, handlers.onAdmitted);
      if (sent.kind === 'trouble') handlers.onTrouble();
      return sent;
    },
  });

  const isEmpty = items.length === 0;
  useEffect(() => {
    if (isEmpty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isEmpty]);

  const troubled = items.filter(({ trouble }) => trouble).length;
  return {
    items,
    troubled,
    summary: formatQueueState({ waiting: items.length - troubled, troubled, sending, online }),
    discard: deleteQueued,
    retry: ({ trouble: _, ...item }: QueuedItem<QueuedCheckIn>) => saveQueued({ ...item, notBefore: 0 }),
  };
}

const undoTime = limits.checkIn.undoSeconds * 1000;
const lastCheckIn = 'last-check-in';

/**
 * The state of a station: accepts codes and people, checks them in, and reports the outcome, which shows for 5 s, a success
 * also while the next pass is read.
 */
export function useStation(checkpoint: string, onOutcome: (signal: StationSignal) => void) {
  const event = useEvent();
  const entrance = event?.checkpoints[0]?.id;
  const isEntrance = entrance === checkpoint;
  const isOrganizer = hasAccess(useSession().user?.role, 'check-in-lead');
  const [{ card, outcome, last }, show] = useState(initialStation);
  // Two events may come before the page is drawn.
  const state = useRef(initialStation);
  const add = useCallback((happened: StationEvent) => {
    state.current = reduceStation(state.current, happened);
    show(state.current);
  }, []);
  const current = useRef(new AbortController());
  const latest = useRef(onOutcome);
  useEffect(() => {
    latest.current = onOutcome;
  });
  const report = useCallback((signal: StationSignal) => latest.current(signal), []);

  /** The signal aborts with the next person: answers that come later are ignored. */
  const begin = useCallback(() => {
    current.current.abort();
    current.current = new AbortController();
    return current.current.signal;
  }, []);
  /** Returns to the start. */
  const clear = useCallback(() => {
    begin();
    add({ type: 'cleared' });
  }, [begin, add]);
  const refuse = (refused: ScanOutcome) => {
    add({ type: 'refused', outcome: refused });
    report(refused.result);
  };

  useExpiry(outcome, (shown) => add({ type: 'dismissed', outcome: shown }));
  useExpiry(last, ({ key }) => add({ type: 'outdated', key }), last ? last.at + undoTime - Date.now() : 0);
  useEffect(() => {
    void getCachedResponse<OwnCheckIn | null>(lastCheckIn).then((stored) => {
      if (stored?.checkpoint === checkpoint) add({ type: 'recalled', last: stored });
    });
  }, [add, checkpoint]);

  const queue = useQueuedCheckIns({
    onAdmitted: (key, checkIn) => {
      addToCheckedInList(checkIn);
      add({ type: 'settled', key, outcome: toAdmitted(checkIn, { isEntrance }) });
    },
    onTrouble: () => report('refused'),
  });

  /** Asks again whether somebody is coming: they may have said so since this device's list was fetched. */
  const refreshAttendance = (candidate: ScannedParticipant, signal: AbortSignal) => {
    if (!isEntrance || !navigator.onLine) return;
    fetchAttendanceStatus(candidate, checkpoint, { isOrganizer, signal }).then(
      ({ attendanceConfirmed }) => {
        const { userId } = candidate;
        if (!signal.aborted) add({ type: 'attendance', userId, attendanceConfirmed });
      },
      // As the specification says: the card stays as it is.
      (error: unknown) => !signal.aborted && console.warn(error),
    );
  };

  /** Warns at a meal that somebody never came in. */
  const withEntrance = async <P extends { userId: string }>(person: P) => {
    const asOf = isEntrance || !entrance ? undefined : await findMissingEntrance(person.userId, entrance);
    const hint = asOf && `Not checked in at the entrance, as of ${formatTime(asOf, event)}.`;
    return { ...person, ...(hint && { hint }) };
  };

  /** Returns whether a code is the pass of the check-in that still shows; after a search by name, one that the list knows. */
  const isShownAgain = async (code: ScannedCode) =>
    isStillShown(state.current, code.userId) &&
    (code.pass === state.current.last?.candidate.pass ||
      (await checkLocally(code, checkpoint)).kind === 'known');

  const scanned = async (text: string) => {
    const code = parseScannedCode(text);
    const signal = begin();
    if (code && (await isShownAgain(code))) {
      add({ type: 'repeated' });
      return report('read');
    }
    if (signal.aborted) return;
    if (!code) {
      // A photo without a code is not a scan.
      if (text !== '') void queueRefusedScan({ reason: 'unreadable_pass', checkpoint });
      return refuse(toUnreadable(text));
    }
    add({ type: 'scanned' });
    const found = await identifyPass(code, checkpoint, signal);
    if (signal.aborted) return;
    if (found.kind === 'refused') return refuse(toRefused(found.error, found.name));
    if (found.kind === 'forged') return refuse(toForged(found.name, found.isEarlier));
    const { candidate, checkedInAt, checkedInBy } = found;
    if (checkedInAt) return refuse(toAlreadyIn({ name: candidate.name, checkedInBy }, checkedInAt, event));
    const shown = await withEntrance(candidate);
    if (signal.aborted) return;
    add({ type: 'identified', candidate: shown });
    if (found.isStored) refreshAttendance(candidate, signal);
    report(candidate.unlisted ? 'unlisted' : 'read');
  };

  const select = async (person: KnownParticipant) => {
    const signal = begin();
    const checkedInAt = person.checkedInAt ?? (await findCheckInTime(person.userId, checkpoint));
    if (signal.aborted) return;
    if (checkedInAt) return refuse(toAlreadyIn(person, checkedInAt, event));
    const shown = await withEntrance(person);
    if (signal.aborted) return;
    add({ type: 'identified', candidate: { ...shown, from: 'search', passVerified: false } });
  };

  const checkIn = useCallback(
    async (newKey: string, name?: string) => {
      if (state.current.card.step !== 'chosen') return;
      add({ type: 'confirmed', key: newKey, name });
      const confirming = state.current.card as StationState['card'];
      if (confirming.step !== 'confirming') return;
      const { candidate, key } = confirming;
      const own = { candidate, checkpoint, key, at: Date.now() };
      const confirmed = await admitParticipant(candidate, key, { checkpoint, isEntrance });
      if ('trouble' in confirmed) return add({ type: 'unanswered', key, trouble: confirmed.trouble });
      if (isSuccess(confirmed.outcome)) void cacheResponse(lastCheckIn, own);
      add({ type: 'answered', checkIn: own, outcome: confirmed.outcome });
      report(confirmed.outcome.result);
    },
    [add, checkpoint, isEntrance, report],
  );
  const confirm = useCallback(() => void checkIn(createIdempotencyKey()), [checkIn]);
  /** Lets somebody in who is not on this device's list, under the name that they gave. */
  const letIn = (name: string) => void checkIn(createIdempotencyKey(), name);
  /** Admits a walk-in at once. The id is the key too, so that a repeat is the same admission. */
  const admit = (id: string, name: string, person?: WalkInFields) => {
    begin();
    const unknown = { attendanceConfirmed: false, passVerified: false, from: 'search' } as const;
    const walkIn = person ? { person } : {};
    add({ type: 'identified', candidate: { ...unknown, userId: id, name, walkIn } });
    void checkIn(id);
  };

  /** Undoes the last check-in of this station. */
  const undo = async () => {
    if (!last) return;
    add({ type: 'outdated', key: last.key });
    void cacheResponse(lastCheckIn, null);
    await undoCheckIn(last);
    begin();
    const { name } = last.candidate;
    add({ type: 'undone', outcome: { result: 'undone', title: 'Check-in undone', name } });
    report('undone');
  };

  const admitsWalkIns = isEntrance && isOrganizer && event?.walkIns === true;
  return {
    card,
    outcome,
    last,
    isEntrance,
    admitsWalkIns,
    queue,
    scanned,
    select,
    admit,
    confirm,
    letIn,
    clear,
    dismiss: () => add({ type: 'dismissed' }),
    undo,
  };
}

/** Calls `end` with what is `shown` when it has been shown for 5 s, or as long as given in milliseconds. */
function useExpiry<T>(
  shown: T | undefined,
  end: (shown: T) => void,
  after: number = limits.checkIn.successFor,
): void {
  const latest = useRef({ end, after });
  useEffect(() => {
    latest.current = { end, after };
  });
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => latest.current.end(shown), latest.current.after);
    return () => clearTimeout(timer);
  }, [shown]);
}
