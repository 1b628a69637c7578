import { useCallback, useEffect, useReducer, useRef } from 'react';
import { limits } from '../../contract/limits.ts';
import { texts } from '../../contract/texts.ts';
import { useEvent } from '../lib/event.api.ts';
import { createIdempotencyKey } from '../lib/new-key.ts';
import { admitParticipant } from './admit.ts';
import { addToCheckedInList } from './check-in.api.ts';
import { queueFailedAttempt } from './failed-attempts.ts';
import { identifyPass } from './identify.ts';
import { toAdmitted, toAlreadyIn, toRefused, toUnreadable } from './outcomes.ts';
import type { KnownParticipant } from './roster.ts';
import { readyState, reduceScanFlow, type ScanOutcome } from './scan-flow.ts';
import { parseScannedCode } from './scanned-code.ts';
import { useCheckInQueue } from './use-queue.ts';

/** The door: takes codes and people, checks them in, and says what came of it. */
export function useStation(checkpoint: string, onOutcome: (outcome: ScanOutcome | 'read') => void) {
  const event = useEvent();
  const [flow, send] = useReducer(reduceScanFlow, readyState);
  const turn = useRef(new AbortController());
  const tell = useRef(onOutcome);
  useEffect(() => {
    tell.current = onOutcome;
  });

  const queue = useCheckInQueue({
    onAdmitted: (key, checkIn) => {
      addToCheckedInList(checkIn);
      send({ type: 'heard', key, outcome: toAdmitted(checkIn) });
    },
    onTrouble: () => tell.current({ result: 'refused', title: texts.checkIn.failed }),
  });

  const finish = useCallback((outcome: ScanOutcome) => {
    send({ type: 'over', outcome });
    tell.current(outcome);
  }, []);

  /** Leaves whatever is on: late answers about it count no more. */
  const clear = useCallback(() => {
    turn.current.abort();
    turn.current = new AbortController();
    send({ type: 'clear' });
  }, []);

  const scanned = useCallback(
    async (text: string) => {
      clear();
      const { signal } = turn.current;
      const code = parseScannedCode(text);
      if (!code) {
        // A photo without any code in it is no scan.
        if (text !== '') void queueFailedAttempt({ reason: 'invalid_pass', checkpoint });
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
      tell.current('read');
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
    void admitParticipant(confirming.candidate, confirming.key, checkpoint).then((result) => {
      send(result);
      if (result.type === 'over') tell.current(result.outcome);
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
