import { useCallback, useEffect, useReducer, useRef } from 'react';
import { limits } from '../../contract/limits.ts';
import { texts } from '../../contract/texts.ts';
import { useEvent } from '../lib/event.api.ts';
import { createIdempotencyKey } from '../lib/new-key.ts';
import { admitParticipant } from './admit.ts';
import { addToCheckedInList } from './check-in.api.ts';
import { identifyPass } from './identify.ts';
import { toAdmitted, toAlreadyIn, toRefused, toUnreadable } from './outcomes.ts';
import { queueRefusedScan } from './refused-scans.ts';
import type { KnownParticipant } from './roster.ts';
import { readyState, reduceScanFlow, type ScanOutcome } from './scan-flow.ts';
import { parseScannedCode } from './scanned-code.ts';
import { useCheckInQueue } from './use-queue.ts';

/** The state of a station: accepts codes and people, checks them in, and reports the outcome. */
export function useStation(checkpoint: string, onOutcome: (outcome: ScanOutcome | 'read') => void) {
  const event = useEvent();
  const [flow, send] = useReducer(reduceScanFlow, readyState);
  const current = useRef(new AbortController());
  const report = useRef(onOutcome);
  useEffect(() => {
    report.current = onOutcome;
  });

  const queue = useCheckInQueue({
    onAdmitted: (key, checkIn) => {
      addToCheckedInList(checkIn);
      send({ type: 'answered', key, outcome: toAdmitted(checkIn) });
    },
    onTrouble: () => report.current({ result: 'refused', title: texts.checkIn.failed }),
  });

  const finish = useCallback((outcome: ScanOutcome) => {
    send({ type: 'over', outcome });
    report.current(outcome);
  }, []);

  /** Returns to the start; answers that come later are ignored. */
  const clear = useCallback(() => {
    current.current.abort();
    current.current = new AbortController();
    send({ type: 'clear' });
  }, []);

  const scanned = useCallback(
    async (text: string) => {
      clear();
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
      if (found.kind === 'refused') return finish(toRefused(found.error));
      if (found.kind === 'forged') return finish(toUnreadable);
      const { candidate, checkedInAt } = found;
      if (checkedInAt) return finish(toAlreadyIn(candidate.name, checkedInAt, event));
      send({ type: 'chosen', candidate });
      report.current('read');
    },
    [checkpoint, clear, finish, event],
  );

  const select = useCallback(
    (person: KnownParticipant) => {
      clear();
      if (person.checkedInAt) return finish(toAlreadyIn(person.name, person.checkedInAt, event));
      send({ type: 'chosen', candidate: { ...person, from: 'search', passVerified: false } });
    },
    [clear, finish, event],
  );

  const confirm = useCallback(() => send({ type: 'confirm', key: createIdempotencyKey() }), []);

  const confirming = flow.step === 'confirming' ? flow : undefined;
  useEffect(() => {
    if (!confirming) return;
    void admitParticipant(confirming.candidate, confirming.key, checkpoint).then((event) => {
      send(event);
      if (event.type === 'over') report.current(event.outcome);
    });
  }, [confirming, checkpoint]);

  const isOver = flow.step === 'over';
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(clear, limits.checkIn.successFor);
    return () => clearTimeout(timer);
  }, [isOver, clear]);

  return { flow, queue, scanned, select, confirm, clear };
}
