import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { WalkIn, WalkInInput } from '../../../contract/event-day/walk-ins.ts';
import { limits } from '../../../contract/limits.ts';
import { formatWhen } from '../../../contract/platform/format-when.ts';
import { hasAccess } from '../../../contract/platform/roles.ts';
import { useEvent } from '../../lib/event.api.ts';
import { listenTo } from '../../lib/listen-to.ts';
import { createIdempotencyKey } from '../../lib/new-key.ts';
import { useOnline } from '../../lib/online.ts';
import { useSession } from '../../lib/session.api.ts';
import { fetchAttendanceStatus } from './check-in.api.ts';
import {
  checkLocally,
  findMissingEntrance,
  getName,
  identifyPass,
  type KnownParticipant,
} from './identify-pass.ts';
import { parseScannedCode, type ScannedCode } from './scanned-code.ts';
import type { StationSignal } from './sounds.ts';
import { append, getStation, loadJournal, show, useStationState } from './station-journal.ts';
import {
  describeGuardian,
  findCheckInTime,
  findLastCheckIn,
  findShownCheckIn,
  listUnsettled,
  type ScannedParticipant,
  type ScanOutcome,
  toAlreadyIn,
  toForged,
  toRefused,
  toRemoved,
  toUnreadable,
} from './station-reducer.ts';
import { admit, formatQueueState, reportProblem, undo, useSender } from './station-sender.ts';

export type WaitingCheckIns = ReturnType<typeof useWaitingCheckIns>;

/** The check-ins and problems of this device that the server does not have: each is sent at once, and again until it has answered. */
function useWaitingCheckIns(isEntrance: boolean, onTrouble: () => void) {
  const station = useStationState();
  const online = useOnline();
  const [sending, setSending] = useState<{ at: number; of: number }>();
  useSender(station, { isEntrance, onTrouble, onProgress: setSending });
  useEffect(() => void loadJournal(), []);

  const items = listUnsettled(station);
  const isEmpty = items.length === 0;
  useEffect(() => {
    if (!isEmpty) return listenTo(window, ['beforeunload'], (event) => event.preventDefault());
  }, [isEmpty]);

  const troubled = items.filter(({ trouble }) => trouble).length;
  // Only problems that somebody reported: nobody waits for a refused scan to be sent.
  const reports = station.problems.filter(({ reason }) => reason.startsWith('problem_'));
  return {
    items,
    reports,
    troubled,
    isVolatile: station.isVolatile === true,
    summary: formatQueueState({
      waiting: items.length - troubled + reports.length,
      troubled,
      sending,
      online,
    }),
    discard: (key: string) => append({ type: 'dropped', at: Date.now(), key }),
    retry: (key: string) => append({ type: 'retried', at: Date.now(), key }),
  };
}

const undoTime = limits.checkIn.undoSeconds * 1000;

/**
 * The state of a station: accepts codes and people, checks them in, and reports the outcome, which shows for 5 s, a success
 * also while the next pass is read.
 */
export function useStation(checkpoint: string, report: (signal: StationSignal) => void) {
  const event = useEvent();
  const entrance = event?.checkpoints[0]?.id;
  const isEntrance = entrance === checkpoint;
  const isOrganizer = hasAccess(useSession().user?.role, 'check-in-lead');
  const station = useStationState();
  const { card, outcome, checkIns } = station;
  const last = findLastCheckIn(station, checkpoint);
  const current = useRef(new AbortController());

  /** The signal aborts with the next person: answers that come later are ignored. */
  const begin = useCallback(() => {
    current.current.abort();
    current.current = new AbortController();
    return current.current.signal;
  }, []);
  /** Returns to the start. */
  const clear = useCallback(() => {
    begin();
    show({ type: 'cleared' });
  }, [begin]);
  // A page that was left in between begins anew.
  useEffect(() => clear, [clear]);
  const stop = (stopped: ScanOutcome) => {
    show({ type: 'stopped', outcome: stopped });
    report(stopped.result);
  };

  useExpiry(outcome, (shown) => show({ type: 'dismissed', outcome: shown }));
  useExpiry(
    last,
    ({ at }) => show({ type: 'outdated', before: at }),
    last ? last.at + undoTime - Date.now() : 0,
  );
  const queue = useWaitingCheckIns(isEntrance, () => report('refused'));

  /** Asks again whether somebody is coming: they may have said so since this device's list was fetched. */
  const refreshAttendance = (candidate: ScannedParticipant, signal: AbortSignal) => {
    if (!isEntrance || !navigator.onLine) return;
    fetchAttendanceStatus(candidate, checkpoint, { isOrganizer, signal }).then(
      ({ attendanceConfirmed }) => {
        const { userId } = candidate;
        if (!signal.aborted) show({ type: 'attendance', userId, attendanceConfirmed });
      },
      // As the specification says: the card stays as it is.
      (error: unknown) => !signal.aborted && console.warn(error),
    );
  };

  /** Warns at a meal that somebody never came in. */
  const identified = (person: ScannedParticipant) => {
    const asOf = isEntrance || !entrance ? undefined : findMissingEntrance(person.userId, entrance);
    const hint = asOf && `Not checked in at the entrance, as of ${formatWhen(asOf, event)}.`;
    show({ type: 'identified', candidate: { ...person, ...(hint && { hint }) } });
  };

  /** Returns whether a code is the pass of the check-in that still shows; after a search by name, one that the list knows. */
  const isShownAgain = async (code: ScannedCode) => {
    const shown = findShownCheckIn(getStation(), code.userId);
    if (!shown) return false;
    return code.pass === shown.pass || (await checkLocally(code, checkpoint)).kind === 'known';
  };

  const scanned = async (text: string) => {
    const code = parseScannedCode(text);
    const signal = begin();
    if (code && (await isShownAgain(code))) {
      show({ type: 'repeated' });
      return report('read');
    }
    if (signal.aborted) return;
    if (!code) {
      // A photo without a code is not a scan.
      if (text !== '') reportProblem({ reason: 'unreadable_pass', checkpoint });
      return stop(toUnreadable(text));
    }
    show({ type: 'scanned' });
    const found = await identifyPass(code, checkpoint, signal);
    if (signal.aborted) return;
    if (found.kind === 'refused') return stop(toRefused(found.error, found.name));
    if (found.kind === 'forged') return stop(toForged(found.name, found.isEarlier));
    if (found.kind === 'removed') return stop(toRemoved(found.name));
    const { candidate, checkedInAt, checkedInBy } = found;
    if (checkedInAt) return stop(toAlreadyIn({ name: candidate.name, checkedInBy }, checkedInAt, event));
    identified(candidate);
    if (found.isStored) refreshAttendance(candidate, signal);
    report(candidate.unlisted ? 'unlisted' : 'read');
  };

  const select = (person: KnownParticipant) => {
    begin();
    const checkedInAt = person.checkedInAt ?? findCheckInTime(getStation(), person.userId, checkpoint);
    if (checkedInAt) return stop(toAlreadyIn(person, checkedInAt, event));
    identified({ ...person, from: 'search', passVerified: false });
  };

  const checkIn = async (newKey: string, name?: string) => {
    const chosen = getStation().card;
    if (chosen.step !== 'chosen' || (chosen.candidate.unlisted && !name)) return;
    const { candidate, key = newKey } = chosen;
    const named = { ...candidate, ...(name && { name }) };
    const result = await admit(named, key, { checkpoint, isEntrance });
    if (result) report(result);
  };
  const confirm = () => void checkIn(createIdempotencyKey());
  /** Lets somebody in who is not on this device's list, under the name that they gave. */
  const letIn = (name: string) => void checkIn(createIdempotencyKey(), name);
  /** Admits a walk-in at once. The id is the key too, so that a repeat is the same admission. */
  const admitWalkIn = ({ _id: userId, name, guardianMissing }: Omit<WalkIn, 'at'>, person?: WalkInInput) => {
    begin();
    const unknown = { attendanceConfirmed: false, passVerified: false, from: 'search' } as const;
    const hint = guardianMissing && describeGuardian(guardianMissing);
    const walkIn = person ? { person } : {};
    show({ type: 'identified', candidate: { ...unknown, userId, name, walkIn, ...(hint && { hint }) } });
    void checkIn(userId);
  };

  const undoLast = () => {
    if (!last) return;
    begin();
    void undo(last, getName(last));
    report('undone');
  };

  return {
    card,
    outcome,
    last,
    /** The walk-ins whom this device has admitted, by id. */
    admittedWalkIns: new Set(checkIns.filter(({ undone }) => !undone?.answeredAt).map(({ key }) => key)),
    isEntrance,
    admitsWalkIns: isEntrance && isOrganizer && event?.walkIns === true,
    queue,
    scanned,
    select,
    admitWalkIn,
    confirm,
    letIn,
    clear,
    dismiss: () => show({ type: 'dismissed' }),
    undoLast,
  };
}

/** Calls `end` with what is `shown` when it has been shown for 5 s, or as long as given in milliseconds. */
function useExpiry<T>(
  shown: T | undefined,
  end: (shown: T) => void,
  after: number = limits.checkIn.successFor,
): void {
  const endShown = useEffectEvent(end);
  const getTime = useEffectEvent(() => after);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => endShown(shown), getTime());
    return () => clearTimeout(timer);
  }, [shown]);
}
