import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { Participant } from '../../contract/check-in.ts';
import { limits } from '../../contract/limits.ts';
import { texts } from '../../contract/texts.ts';
import { useEvent } from '../lib/event.api.ts';
import { newKey } from '../lib/new-key.ts';
import { letIn } from './admit.ts';
import { showCheckedIn } from './check-in.api.ts';
import { turnedAwayHere } from './failed-attempts.ts';
import { identify } from './identify.ts';
import { admitted, alreadyIn, noPass, turnedAway } from './outcomes.ts';
import { nextFlow, type Outcome, ready } from './scan-flow.ts';
import { readCode } from './scanned-code.ts';
import { useQueue } from './use-queue.ts';

/** The door: takes codes and people, checks them in, and says what came of it. */
export function useDoor(checkpoint: string, onOutcome: (outcome: Outcome | 'read') => void) {
  const timeZone = useEvent()?.timezone;
  const [flow, send] = useReducer(nextFlow, ready);
  const turn = useRef(new AbortController());
  const tell = useRef(onOutcome);
  useEffect(() => {
    tell.current = onOutcome;
  });

  const queue = useQueue({
    onAdmitted: (key, checkIn) => {
      showCheckedIn(checkIn);
      send({ type: 'heard', key, outcome: admitted(checkIn) });
    },
    onTrouble: () => tell.current({ result: 'refused', title: texts.checkIn.failed }),
  });

  const finish = useCallback((outcome: Outcome) => {
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
      const code = readCode(text);
      if (!code) {
        // A photo without any code in it is no scan.
        if (text !== '') void turnedAwayHere({ reason: 'invalid_pass', checkpoint });
        return finish(noPass);
      }
      send({ type: 'looking' });
      const found = await identify(code, checkpoint, signal);
      if (signal.aborted) return;
      if (found.kind === 'refused') return finish(turnedAway(found.error));
      if (found.kind === 'forged') return finish(noPass);
      const { candidate, checkedInAt } = found;
      if (checkedInAt) return finish(alreadyIn(candidate.name, checkedInAt, timeZone));
      send({ type: 'chosen', candidate });
      tell.current('read');
    },
    [checkpoint, clear, finish, timeZone],
  );

  const select = useCallback(
    (person: Participant) => {
      clear();
      if (person.checkedInAt) return finish(alreadyIn(person.name, person.checkedInAt, timeZone));
      send({ type: 'chosen', candidate: { ...person, from: 'search', passVerified: false } });
    },
    [clear, finish, timeZone],
  );

  const confirm = useCallback(() => send({ type: 'confirm', key: newKey() }), []);

  const confirming = flow.step === 'confirming' ? flow : undefined;
  useEffect(() => {
    if (!confirming) return;
    void letIn(confirming.candidate, confirming.key, checkpoint).then((event) => {
      send(event);
      if (event.type === 'over') tell.current(event.outcome);
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
