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
  /** Too young to take part on their own, without their guardian's yes. */
  guardianMissing?: true;
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

/** The outcome of a scan or a confirmation, as the result card shows it. */
export interface ScanOutcome {
  result: 'admitted' | 'priority' | 'already' | 'refused' | 'saved';
  title: string;
  name?: string;
  /** When the person was checked in. */
  at?: string;
  /** The key of the check-in that waits on this device. */
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

export type ScanFlow =
  | { step: 'ready' }
  | { step: 'looking' }
  | { step: 'chosen'; candidate: ScannedParticipant; key?: string; trouble?: string }
  | { step: 'confirming'; candidate: ScannedParticipant; key: string }
  | { step: 'over'; outcome: ScanOutcome };

export type ScanFlowEvent =
  | { type: 'looking' }
  | { type: 'chosen'; candidate: ScannedParticipant }
  /** Confirm was pressed. `key` is used the first time; a repeat keeps the first key. Somebody unlisted needs a `name`. */
  | { type: 'confirm'; key: string; name?: string }
  /** No answer came: the person and the key stay. */
  | { type: 'lost'; trouble: string }
  | { type: 'over'; outcome: ScanOutcome }
  /** The server's newer answer to whether somebody is coming. */
  | { type: 'attendance'; userId: string; attendanceConfirmed: boolean }
  /** The server has answered a check-in that was waiting. */
  | { type: 'answered'; key: string; outcome: ScanOutcome }
  | { type: 'clear' };

export const readyState: ScanFlow = { step: 'ready' };

/** Returns the next state; an event that does not belong to the current one changes nothing. */
export function reduceScanFlow(flow: ScanFlow, event: ScanFlowEvent): ScanFlow {
  switch (event.type) {
    case 'looking':
      return flow.step === 'confirming' ? flow : { step: 'looking' };
    case 'chosen':
      return flow.step === 'confirming' ? flow : { step: 'chosen', candidate: event.candidate };
    case 'confirm': {
      if (flow.step !== 'chosen' || (flow.candidate.unlisted && !event.name)) return flow;
      const { candidate, key = event.key } = flow;
      const { name = candidate.name } = event;
      return { step: 'confirming', candidate: { ...candidate, name }, key };
    }
    case 'lost':
      return flow.step === 'confirming' ? { ...flow, step: 'chosen', trouble: event.trouble } : flow;
    case 'attendance': {
      if (flow.step !== 'chosen' || flow.candidate.userId !== event.userId) return flow;
      const { attendanceConfirmed } = event;
      return { ...flow, candidate: { ...flow.candidate, attendanceConfirmed } };
    }
    case 'over':
      return { step: 'over', outcome: event.outcome };
    case 'answered':
      return flow.step === 'over' && flow.outcome.key === event.key
        ? { step: 'over', outcome: event.outcome }
        : flow;
    case 'clear':
      return readyState;
  }
}
