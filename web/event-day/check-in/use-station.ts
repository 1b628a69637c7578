import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
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
import { findMissingEntrance, identifyPass } from './identify.ts';
import { toAdmitted, toAlreadyIn, toForged, toJustNow, toRefused, toUnreadable } from './outcomes.ts';
import { createRecentCheckIns } from './recent-check-ins.ts';
import { queueRefusedScan, useRefusedScanQueue } from './refused-scan-queue.ts';
import type { KnownParticipant } from './roster.ts';
import { createScanFlow, isSuccess, type ScannedParticipant, type ScanOutcome } from './scan-flow.ts';
import { parseScannedCode } from './scanned-code.ts';
import {
  admitParticipant,
  formatQueueState,
  type QueuedCheckIn,
  sendQueuedCheckIn,
  undoCheckIn,
} from './send-check-in.ts';
import type { StationSignal } from './sounds.ts';

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

/** What can be undone, for a minute; also after a reload. */
interface LastCheckIn {
  candidate: ScannedParticipant;
  checkpoint: string;
  key: string;
  at: number;
}

const undoTime = limits.checkIn.undoSeconds * 1000;
const lastCheckIn = 'last-check-in';

/** The last check-in of this station that can still be undone. */
function useLastCheckIn(checkpoint: string) {
  const [last, setLast] = useState<LastCheckIn>();
  useEffect(() => {
    void getCachedResponse<LastCheckIn | null>(lastCheckIn).then((stored) => {
      if (stored?.checkpoint === checkpoint) setLast((newer) => newer ?? stored);
    });
  }, [checkpoint]);
  const change = useCallback((next?: LastCheckIn) => {
    setLast(next);
    void cacheResponse(lastCheckIn, next ?? null);
  }, []);
  useExpiry(last, change, last ? last.at + undoTime - Date.now() : 0);
  return [last, change] as const;
}

/**
 * The state of a station: accepts codes and people, checks them in, and reports the outcome, which shows for 5 s, a success
 * also while the next pass is read.
 */
export function useStation(checkpoint: string, onOutcome: (signal: StationSignal) => void) {
  const event = useEvent();
  const entrance = event?.checkpoints[0]?.id;
  const isEntrance = entrance === checkpoint;
  const isOrganizer = hasAccess(useSession().user?.role, 'check-in-lead');
  const [card] = useState(createScanFlow);
  const flow = useSyncExternalStore(card.subscribe, card.get);
  const [recent] = useState(() => createRecentCheckIns(checkpoint));
  const [success, setSuccess] = useState<ScanOutcome>();
  const [last, setLast] = useLastCheckIn(checkpoint);
  const current = useRef(new AbortController());
  const latest = useRef(onOutcome);
  useEffect(() => {
    latest.current = onOutcome;
  });
  const report = useCallback((signal: StationSignal) => latest.current(signal), []);

  /** Makes room for the next person. The signal aborts with the one after: answers that come later are ignored. */
  const reset = useCallback(() => {
    current.current.abort();
    current.current = new AbortController();
    card.clear();
    return current.current.signal;
  }, [card]);
  const dismissSuccess = useCallback(() => setSuccess(undefined), []);
  /** Returns to the start. */
  const clear = useCallback(() => {
    reset();
    dismissSuccess();
  }, [reset, dismissSuccess]);
  const finish = (outcome: ScanOutcome) => {
    card.finish(outcome);
    report(outcome.result);
  };

  const isOver = flow.step === 'over';
  useExpiry(isOver, reset);
  useExpiry(success, dismissSuccess);

  const queue = useQueuedCheckIns({
    onAdmitted: (key, checkIn) => {
      addToCheckedInList(checkIn);
      const outcome = { ...toAdmitted(checkIn, { isEntrance }), key };
      recent.answer(key, outcome);
      card.answer(key, outcome);
      setSuccess((before) => (before?.key === key ? outcome : before));
    },
    onTrouble: () => report('refused'),
  });

  /** Asks again whether somebody is coming: they may have said so since this device's list was fetched. */
  const refreshAttendance = (candidate: ScannedParticipant, signal: AbortSignal) => {
    if (!isEntrance || !navigator.onLine) return;
    fetchAttendanceStatus(candidate, checkpoint, { isOrganizer, signal }).then(
      ({ attendanceConfirmed }) => {
        if (!signal.aborted) card.setAttendance(candidate.userId, attendanceConfirmed);
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

  /** Shows again whom this station has just checked in; nothing new has happened. */
  const showAgain = (outcome: ScanOutcome) => {
    card.finish(toJustNow(outcome));
    report('read');
  };

  const scanned = async (text: string) => {
    const signal = reset();
    const code = parseScannedCode(text);
    if (!code) {
      // A photo without a code is not a scan.
      if (text !== '') void queueRefusedScan({ reason: 'unreadable_pass', checkpoint });
      return finish(toUnreadable(text));
    }
    card.look();
    const again = await recent.findByCode(code);
    if (signal.aborted) return;
    if (again) return showAgain(again);
    const found = await identifyPass(code, checkpoint, signal);
    if (signal.aborted) return;
    if (found.kind === 'refused') return finish(toRefused(found.error, found.name));
    if (found.kind === 'forged') return finish(toForged(found.name, found.isEarlier));
    const { candidate, checkedInAt, checkedInBy } = found;
    if (checkedInAt) return finish(toAlreadyIn({ name: candidate.name, checkedInBy }, checkedInAt, event));
    const shown = await withEntrance(candidate);
    if (signal.aborted) return;
    card.choose(shown);
    if (found.isStored) refreshAttendance(candidate, signal);
    report(candidate.unlisted ? 'unlisted' : 'read');
  };

  const select = async (person: KnownParticipant) => {
    const signal = reset();
    const again = recent.find(person.userId);
    if (again) return showAgain(again);
    if (person.checkedInAt) return finish(toAlreadyIn(person, person.checkedInAt, event));
    const shown = await withEntrance(person);
    if (!signal.aborted) card.choose({ ...shown, from: 'search', passVerified: false });
  };

  const checkIn = useCallback(
    async (key: string, name?: string) => {
      const admit = (candidate: ScannedParticipant, sentKey: string) =>
        admitParticipant(candidate, sentKey, { checkpoint, isEntrance });
      const confirmed = await card.confirm(admit, { key, name });
      if (!confirmed) return;
      const { candidate, outcome } = confirmed;
      if (isSuccess(outcome)) {
        recent.add(candidate, outcome);
        setLast({ candidate, checkpoint, key: outcome.key, at: Date.now() });
      }
      setSuccess(isSuccess(outcome) ? outcome : undefined);
      report(outcome.result);
    },
    [card, checkpoint, isEntrance, recent, report, setLast],
  );
  const confirm = useCallback(() => void checkIn(createIdempotencyKey()), [checkIn]);
  /** Lets somebody in who is not on this device's list, under the name that they gave. */
  const letIn = (name: string) => void checkIn(createIdempotencyKey(), name);
  /** Admits a walk-in at once. The id is the key too, so that a repeat is the same admission. */
  const admit = (id: string, name: string, person?: WalkInFields) => {
    reset();
    const unknown = { attendanceConfirmed: false, passVerified: false, from: 'search' } as const;
    card.choose({ ...unknown, userId: id, name, walkIn: person ? { person } : {} });
    void checkIn(id);
  };

  /** Takes back the last check-in of this station. */
  const undo = async () => {
    if (!last) return;
    setLast(undefined);
    await undoCheckIn(last.candidate, last);
    recent.forget(last.candidate.userId);
    setSuccess(undefined);
    finish({ result: 'undone', title: 'Not checked in any more', name: last.candidate.name });
  };

  const admitsWalkIns = isEntrance && isOrganizer && event?.walkIns === true;
  const outcome = isOver ? flow.outcome : success;
  const dismiss = isOver ? clear : dismissSuccess;
  return {
    flow,
    isEntrance,
    admitsWalkIns,
    queue,
    outcome,
    last,
    scanned,
    select,
    admit,
    confirm,
    letIn,
    clear,
    dismiss,
    undo,
  };
}

/** Calls `end` when what is `shown` has been shown for 5 s, or as long as given in milliseconds. */
function useExpiry(shown: unknown, end: () => void, after: number = limits.checkIn.successFor): void {
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(end, after);
    return () => clearTimeout(timer);
  }, [shown, end, after]);
}
