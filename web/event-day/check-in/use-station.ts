import { useCallback, useEffect, useState } from 'react';
import type { WalkInFields } from '../../../contract/event-day/walk-ins.ts';
import { texts } from '../../../contract/texts.ts';
import { useEvent } from '../../lib/event.api.ts';
import { createIdempotencyKey } from '../../lib/new-key.ts';
import { useSession } from '../../lib/session.api.ts';
import { admitParticipant } from './admit.ts';
import { addToCheckedInList, fetchAttendanceStatus } from './check-in.api.ts';
import { identifyPass } from './identify.ts';
import { toAdmitted, toAlreadyIn, toForged, toJustNow, toRefused, toUnreadable } from './outcomes.ts';
import { createRecentCheckIns } from './recent-check-ins.ts';
import { queueRefusedScan } from './refused-scan-queue.ts';
import type { KnownParticipant } from './roster.ts';
import { isSuccess, type ScannedParticipant, type ScanOutcome } from './scan-flow.ts';
import { parseScannedCode } from './scanned-code.ts';
import { useQueuedCheckIns } from './use-queued-check-ins.ts';
import { useScanFlow } from './use-scan-flow.ts';

/** The state of a station: accepts codes and people, checks them in, and reports the outcome. */
export function useStation(checkpoint: string, onOutcome: (outcome: ScanOutcome | 'read') => void) {
  const event = useEvent();
  const isEntrance = event?.checkpoints[0]?.id === checkpoint;
  const isOrganizer = useSession().user?.role === 'admin';
  const { flow, send, report, reset, clear, finish, setSuccess, ...shown } = useScanFlow(onOutcome);
  const [recent] = useState(() => createRecentCheckIns(checkpoint));

  const queue = useQueuedCheckIns({
    onAdmitted: (key, checkIn) => {
      addToCheckedInList(checkIn);
      const outcome = toAdmitted(checkIn, { isEntrance });
      recent.answer(key, outcome);
      send({ type: 'answered', key, outcome });
      setSuccess((before) => (before?.key === key ? outcome : before));
    },
    onTrouble: () => report({ result: 'refused', title: texts.checkIn.failed }),
  });

  /** Asks again whether somebody is coming: they may have said so since this device's list was fetched. */
  const refreshAttendance = (candidate: ScannedParticipant, signal: AbortSignal) => {
    if (!isEntrance || !navigator.onLine) return;
    fetchAttendanceStatus(candidate, checkpoint, { isOrganizer, signal }).then(
      ({ attendanceConfirmed }) => {
        if (!signal.aborted) send({ type: 'attendance', userId: candidate.userId, attendanceConfirmed });
      },
      // As the specification says: the card stays as it is.
      (error: unknown) => !signal.aborted && console.warn(error),
    );
  };

  /** Shows again whom this station has just checked in; nothing new has happened. */
  const showAgain = (outcome: ScanOutcome) => {
    send({ type: 'over', outcome: toJustNow(outcome) });
    report('read');
  };

  const scanned = async (text: string) => {
    const signal = reset();
    const code = parseScannedCode(text);
    if (!code) {
      // A photo without a code is not a scan.
      if (text !== '') void queueRefusedScan({ reason: 'unreadable_pass', checkpoint });
      return finish(toUnreadable);
    }
    send({ type: 'looking' });
    const again = await recent.findByCode(code);
    if (signal.aborted) return;
    if (again) return showAgain(again);
    const found = await identifyPass(code, checkpoint, signal);
    if (signal.aborted) return;
    if (found.kind === 'refused') return finish(toRefused(found.error, found.name));
    if (found.kind === 'forged') return finish(toForged(found.name));
    const { candidate, checkedInAt } = found;
    if (checkedInAt) return finish(toAlreadyIn(candidate.name, checkedInAt, event));
    send({ type: 'chosen', candidate });
    if (found.isStored) refreshAttendance(candidate, signal);
    report('read');
  };

  const select = (person: KnownParticipant) => {
    reset();
    const again = recent.find(person.userId);
    if (again) return showAgain(again);
    if (person.checkedInAt) return finish(toAlreadyIn(person.name, person.checkedInAt, event));
    send({ type: 'chosen', candidate: { ...person, from: 'search', passVerified: false } });
  };

  /** Admits a walk-in at once. The id is the key too, so that a repeat is the same admission. */
  const admit = (id: string, name: string, person?: WalkInFields) => {
    reset();
    const walkIn = person ? { person } : {};
    const unknown = { attendanceConfirmed: false, passVerified: false, from: 'search' } as const;
    send({ type: 'chosen', candidate: { ...unknown, userId: id, name, walkIn } });
    send({ type: 'confirm', key: id });
  };

  const confirm = useCallback(() => send({ type: 'confirm', key: createIdempotencyKey() }), [send]);
  /** Lets somebody in who is not on this device's list, under the name that they gave. */
  const letIn = (name: string) => send({ type: 'confirm', key: createIdempotencyKey(), name });

  const confirming = flow.step === 'confirming' ? flow : undefined;
  useEffect(() => {
    if (!confirming) return;
    void admitParticipant(confirming.candidate, confirming.key, { checkpoint, isEntrance }).then((event) => {
      if (event.type !== 'over') return send(event);
      if (isSuccess(event.outcome)) recent.add(confirming.candidate, event.outcome);
      setSuccess(isSuccess(event.outcome) ? event.outcome : undefined);
      finish(event.outcome);
    });
  }, [confirming, checkpoint, isEntrance, recent, send, setSuccess, finish]);

  const admitsWalkIns = isEntrance && isOrganizer && event?.walkIns === true;
  return { flow, isEntrance, admitsWalkIns, queue, scanned, select, admit, confirm, letIn, clear, ...shown };
}
