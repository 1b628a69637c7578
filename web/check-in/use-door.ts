import { useCallback, useEffect, useReducer, useRef } from 'react';
import { checkInPerson, type Participant, readPass } from '../../contract/check-in.ts';
import { limits } from '../../contract/limits.ts';
import { texts } from '../../contract/texts.ts';
import { call } from '../lib/call.ts';
import { useEvent } from '../lib/event.ts';
import { newKey } from '../lib/key.ts';
import { showCheckedIn } from './check-in.api.ts';
import { type Candidate, nextFlow, type Outcome, ready } from './flow.ts';
import { admitted, alreadyIn, noPass, turnedAway } from './outcomes.ts';
import { isLost, persist } from './persist.ts';
import { readCode, type ScannedCode } from './scanned-code.ts';

// Longer than this nobody waits for a name, in milliseconds.
const LOOK_UP = 3000;

function unknownPerson({ userId, pass }: ScannedCode): Candidate {
  const unknown = { name: '', email: null, major: '', attendanceConfirmed: false, passVerified: false };
  return { ...unknown, userId, pass, from: 'scan' };
}

/** The door: takes codes and people, checks them in, and says what came of it. */
export function useDoor({ onOutcome }: { onOutcome: (outcome: Outcome | 'read') => void }) {
  const timeZone = useEvent()?.timezone;
  const [flow, send] = useReducer(nextFlow, ready);
  const turn = useRef(new AbortController());
  const tell = useRef(onOutcome);
  useEffect(() => {
    tell.current = onOutcome;
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
      if (!code) return finish(noPass);
      send({ type: 'looking' });
      try {
        const soon = AbortSignal.any([signal, AbortSignal.timeout(LOOK_UP)]);
        const person = await call(readPass, { body: code, signal: soon });
        if (signal.aborted) return;
        if (person.checkedInAt) return finish(alreadyIn(person.name, person.checkedInAt, timeZone));
        send({ type: 'chosen', candidate: { ...person, from: 'scan', pass: code.pass } });
        tell.current('read');
      } catch (error) {
        if (signal.aborted) return;
        if (!isLost(error)) return finish(turnedAway(error));
        // Who it is only the server knows; that must not hold up the queue.
        console.warn(error);
        send({ type: 'chosen', candidate: unknownPerson(code) });
        tell.current('read');
      }
    },
    [clear, finish, timeZone],
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
    const { candidate, key } = confirming;
    const { userId, pass } = candidate;
    const { signal } = turn.current;
    const ask = () => call(checkInPerson, { body: { userId, pass }, idempotencyKey: key });
    persist(ask, { signal })
      .then(({ data }) => {
        showCheckedIn(data);
        if (!signal.aborted) finish(admitted(data));
      })
      .catch((error: unknown) => {
        if (signal.aborted) return;
        if (isLost(error)) send({ type: 'lost', trouble: texts.checkIn.failed });
        else finish(turnedAway(error, candidate.name));
      });
  }, [confirming, finish]);

  const isOver = flow.step === 'over';
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(clear, limits.checkIn.successFor);
    return () => clearTimeout(timer);
  }, [isOver, clear]);

  return { flow, scanned, select, confirm, clear };
}

export type Door = ReturnType<typeof useDoor>;
