import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { limits } from '../../contract/limits.ts';
import { texts } from '../../contract/texts.ts';
import type { WalkInFields } from '../../contract/walk-ins.ts';
import { useEvent } from '../lib/event.api.ts';
import { createIdempotencyKey } from '../lib/new-key.ts';
import { useSession } from '../lib/session.api.ts';
import { admitParticipant } from './admit.ts';
import { addToCheckedInList, fetchAttendanceStatus } from './check-in.api.ts';
import { identifyPass } from './identify.ts';
import { toAdmitted, toAlreadyIn, toRefused, toUnreadable } from './outcomes.ts';
import { queueRefusedScan } from './refused-scans.ts';
import type { KnownParticipant } from './roster.ts';
import {
  isSuccess,
  readyState,
  reduceScanFlow,
  type ScannedParticipant,
  type ScanOutcome,
} from './scan-flow.ts';
import { parseScannedCode } from './scanned-code.ts';
import { useCheckInQueue } from './use-queue.ts';

/** The state of a station: accepts codes and people, checks them in, and reports the outcome. */
export function useStation(checkpoint: string, onOutcome: (outcome: ScanOutcome | 'read') => void) {
  const event = useEvent();
  const [flow, send] = useReducer(reduceScanFlow, readyState);
  // A success stays its 5 s while the next pass is read.
  const [success, setSuccess] = useState<ScanOutcome>();
  const isEntrance = event?.checkpoints[0]?.id === checkpoint;
  const isOrganizer = useSession().user?.role === 'admin';
  const current = useRef(new AbortController());
  const report = useRef(onOutcome);
  useEffect(() => {
    report.current = onOutcome;
  });

  const queue = useCheckInQueue({
    onAdmitted: (key, checkIn) => {
      addToCheckedInList(checkIn);
      const outcome = toAdmitted(checkIn, { isEntrance });
      send({ type: 'answered', key, outcome });
      setSuccess((before) => (before?.key === key ? outcome : before));
    },
    onTrouble: () => report.current({ result: 'refused', title: texts.checkIn.failed }),
  });

  const finish = useCallback((outcome: ScanOutcome) => {
    send({ type: 'over', outcome });
    report.current(outcome);
  }, []);

  /** Makes room for the next person; answers that come later are ignored. */
  const reset = useCallback(() => {
    current.current.abort();
    current.current = new AbortController();
    send({ type: 'clear' });
  }, []);
  const dismissSuccess = useCallback(() => setSuccess(undefined), []);
  /** Returns to the start. */
  const clear = useCallback(() => {
    reset();
    dismissSuccess();
  }, [reset, dismissSuccess]);

  /** Shows somebody; whoever comes from this device's list may have said meanwhile that they are coming. */
  const choose = useCallback(
    (candidate: ScannedParticipant, { isStored }: { isStored: boolean }) => {
      send({ type: 'chosen', candidate });
      if (!isEntrance || !isStored || !navigator.onLine) return;
      const { signal } = current.current;
      fetchAttendanceStatus(candidate, checkpoint, { isOrganizer, signal }).then(
        ({ attendanceConfirmed }) => {
          if (!signal.aborted) send({ type: 'attendance', userId: candidate.userId, attendanceConfirmed });
        },
        // As the specification says: the card stays as it is.
        (error: unknown) => !signal.aborted && console.warn(error),
      );
    },
    [checkpoint, isEntrance, isOrganizer],
  );

  const scanned = useCallback(
    async (text: string) => {
      reset();
      const { signal } = current.current;
      const code = parseScannedCode(text);
      if (!code) {
        // A photo without a code is not a scan.
        if (text !== '') void queueRefusedScan({ reason: 'invalid_pass', checkpoint });
        return finish(toUnreadable);
      }
      send({ type: 'looking' });
      const found = await identifyPass(code, checkpoint, signal);
      if (signal.aborted) return;
      if (found.kind === 'refused') return finish(toRefused(found.error, found.name));
      if (found.kind === 'forged') return finish(toUnreadable);
      const { candidate, checkedInAt } = found;
      if (checkedInAt) return finish(toAlreadyIn(candidate.name, checkedInAt, event));
      choose(candidate, { isStored: found.isStored === true });
      report.current('read');
    },
    [checkpoint, reset, choose, finish, event],
  );

  const select = useCallback(
    (person: KnownParticipant) => {
      reset();
      if (person.checkedInAt) return finish(toAlreadyIn(person.name, person.checkedInAt, event));
      choose({ ...person, from: 'search', passVerified: false }, { isStored: false });
    },
    [reset, choose, finish, event],
  );

  /** Admits a walk-in at once. The id is the key too, so that a repeat is the same admission. */
  const admit = useCallback(
    (id: string, name: string, person?: WalkInFields) => {
      reset();
      const walkIn = person ? { person } : {};
      const unknown = { attendanceConfirmed: false, passVerified: false, from: 'search' } as const;
      send({ type: 'chosen', candidate: { ...unknown, userId: id, name, walkIn } });
      send({ type: 'confirm', key: id });
    },
    [reset],
  );

  const confirm = useCallback(() => send({ type: 'confirm', key: createIdempotencyKey() }), []);

  const confirming = flow.step === 'confirming' ? flow : undefined;
  useEffect(() => {
    if (!confirming) return;
    void admitParticipant(confirming.candidate, confirming.key, { checkpoint, isEntrance }).then((event) => {
      if (event.type !== 'over') return send(event);
      const { outcome } = event;
      send({ type: 'over', outcome });
      setSuccess(isSuccess(outcome) ? outcome : undefined);
      report.current(outcome);
    });
  }, [confirming, checkpoint, isEntrance]);

  const isOver = flow.step === 'over';
  useExpiry(isOver, reset);
  useExpiry(success, dismissSuccess);

  const outcome = isOver ? flow.outcome : success;
  const dismiss = isOver ? clear : dismissSuccess;
  const admitsWalkIns = isEntrance && isOrganizer && event?.walkIns === true;
  return { flow, isEntrance, admitsWalkIns, outcome, queue, scanned, select, admit, confirm, clear, dismiss };
}

/** Calls `end` when what is `shown` has been shown for 5 s. */
function useExpiry(shown: unknown, end: () => void): void {
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(end, limits.checkIn.successFor);
    return () => clearTimeout(timer);
  }, [shown, end]);
}
