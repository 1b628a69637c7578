import type { Participant } from '../../../contract/event-day/check-in.ts';
import type { WalkInFields } from '../../../contract/event-day/walk-ins.ts';

/** Somebody to check in: read from a pass, or found by name. */
export interface ScannedParticipant {
  userId: string;
  name: string;
  /** Not known without a network. */
  email?: string | null;
  major?: string;
  attendanceConfirmed: boolean;
  dietaryRestrictions?: string;
  tShirtSize?: string;
  /** The name that organizers approved, if it was changed since. */
  formerName?: Participant['formerName'];
  /** Why no limited place is held for them. */
  lostPlace?: Participant['lostPlace'];
  /** What volunteers see of the answers to the event's own questions. */
  answers?: Participant['answers'];
  /** Why their guardian’s yes is missing. */
  guardianMissing?: Participant['guardianMissing'];
  /** A warning about the person; it stops nobody, not even in express mode. */
  hint?: string;
  /** Not on the list of this device, which is `asOf` that moment, in milliseconds. */
  unlisted?: { asOf: number };
  /** Somebody from the list of walk-ins, by its id as `userId`; `person` when typed at this station. */
  walkIn?: { person?: WalkInFields };
  from: 'scan' | 'search';
  pass?: string;
  passVerified: boolean;
}

/** Whether a pass leaves nothing to check, so that express mode admits whoever shows it. */
export function isClear({ from, passVerified, lostPlace, guardianMissing }: ScannedParticipant): boolean {
  return from === 'scan' && passVerified && !lostPlace && !guardianMissing;
}

/** The outcome of a scan or a confirmation, as `ResultScreen` shows it. */
export interface ScanOutcome {
  result: 'admitted' | 'priority' | 'saved' | 'already' | 'refused' | 'unlisted' | 'undone';
  title: string;
  name?: string;
  /** When the person was checked in, and by whom. */
  at?: string;
  by?: string | undefined;
  /** The key of the check-in that was made here. */
  key?: string;
  /** What this checkpoint gives out: a diet or a size. */
  handOut?: string;
  /** What to do next, for somebody who is not simply in. */
  next?: string | undefined;
}

/** Whether somebody was checked in, here or by the server. */
export function isSuccess({ result }: ScanOutcome): boolean {
  return result === 'admitted' || result === 'priority' || result === 'saved';
}

type ScanFlow =
  | { step: 'ready' }
  | { step: 'looking' }
  | { step: 'chosen'; candidate: ScannedParticipant; key?: string; trouble?: string }
  | { step: 'confirming'; candidate: ScannedParticipant }
  | { step: 'over'; outcome: ScanOutcome };

/** What comes of a confirmation; `trouble` when no answer came and nothing could be stored. */
export type Confirmed = { outcome: ScanOutcome } | { trouble: string };

const ready: ScanFlow = { step: 'ready' };

/** Creates the state of a station's card. Nothing but the answer replaces a person who is being confirmed. */
export function createScanFlow() {
  let flow = ready;
  const listeners = new Set<() => void>();
  const show = (next: ScanFlow) => {
    flow = next;
    for (const listener of listeners) listener();
  };
  const isConfirming = () => flow.step === 'confirming';
  return {
    get: () => flow,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear: () => show(ready),
    look: () => isConfirming() || show({ step: 'looking' }),
    choose: (candidate: ScannedParticipant) => isConfirming() || show({ step: 'chosen', candidate }),
    finish: (outcome: ScanOutcome) => show({ step: 'over', outcome }),
    /** The server's newer answer to whether somebody is coming. */
    setAttendance(userId: string, attendanceConfirmed: boolean): void {
      if (flow.step !== 'chosen' || flow.candidate.userId !== userId) return;
      show({ ...flow, candidate: { ...flow.candidate, attendanceConfirmed } });
    },
    /** The server has answered a check-in that was waiting. */
    answer(key: string, outcome: ScanOutcome): void {
      if (flow.step === 'over' && flow.outcome.key === key) show({ step: 'over', outcome });
    },
    /**
     * Checks the chosen person in with `admit`, once, and returns both; somebody unlisted needs a `name`. `key` is used the
     * first time: without an answer the person stays, and a repeat has the first key.
     */
    async confirm(
      admit: (candidate: ScannedParticipant, key: string) => Promise<Confirmed>,
      { key: newKey, name }: { key: string; name?: string },
    ): Promise<{ candidate: ScannedParticipant; outcome: ScanOutcome & { key: string } } | undefined> {
      if (flow.step !== 'chosen' || (flow.candidate.unlisted && !name)) return undefined;
      const { key = newKey } = flow;
      const candidate = { ...flow.candidate, ...(name && { name }) };
      show({ step: 'confirming', candidate });
      const confirmed = await admit(candidate, key);
      if ('trouble' in confirmed) {
        if (isConfirming()) show({ step: 'chosen', candidate, key, ...confirmed });
        return undefined;
      }
      const outcome = { ...confirmed.outcome, key };
      show({ step: 'over', outcome });
      return { candidate, outcome };
    },
  };
}
