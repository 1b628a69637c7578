/** Somebody who may be let in: read from a pass, or found by name. */
export interface ScannedParticipant {
  userId: string;
  name: string;
  /** Not known without a network. */
  email?: string | null;
  major?: string;
  attendanceConfirmed: boolean;
  dietaryRestrictions?: string;
  tShirtSize?: string;
  from: 'scan' | 'search';
  pass?: string;
  passVerified: boolean;
}

/** What a scan or a confirmation came to, as the result card shows it. */
export interface ScanOutcome {
  result: 'admitted' | 'priority' | 'already' | 'refused' | 'saved';
  title: string;
  name?: string;
  /** When the person came in. */
  at?: string;
  /** Under which it waits on this device. */
  key?: string;
}

/** Where one person stands between being seen and being in. */
export type ScanFlow =
  | { step: 'ready' }
  | { step: 'looking' }
  | { step: 'chosen'; candidate: ScannedParticipant; key?: string; trouble?: string }
  | { step: 'confirming'; candidate: ScannedParticipant; key: string }
  | { step: 'over'; outcome: ScanOutcome };

export type ScanFlowEvent =
  | { type: 'looking' }
  | { type: 'chosen'; candidate: ScannedParticipant }
  /** Confirm was pressed; `key` counts only the first time, a repeat keeps the first key. */
  | { type: 'confirm'; key: string }
  /** No answer came: the person stays, and so does the key. */
  | { type: 'lost'; trouble: string }
  | { type: 'over'; outcome: ScanOutcome }
  /** The server has answered for somebody whose check-in was waiting. */
  | { type: 'heard'; key: string; outcome: ScanOutcome }
  | { type: 'clear' };

export const readyState: ScanFlow = { step: 'ready' };

/** The next state; an event that does not belong to the present one changes nothing. */
export function reduceScanFlow(flow: ScanFlow, event: ScanFlowEvent): ScanFlow {
  switch (event.type) {
    case 'looking':
      return flow.step === 'confirming' ? flow : { step: 'looking' };
    case 'chosen':
      return flow.step === 'confirming' ? flow : { step: 'chosen', candidate: event.candidate };
    case 'confirm':
      return flow.step === 'chosen'
        ? { step: 'confirming', candidate: flow.candidate, key: flow.key ?? event.key }
        : flow;
    case 'lost':
      return flow.step === 'confirming' ? { ...flow, step: 'chosen', trouble: event.trouble } : flow;
    case 'over':
      return { step: 'over', outcome: event.outcome };
    case 'heard':
      return flow.step === 'over' && flow.outcome.key === event.key
        ? { step: 'over', outcome: event.outcome }
        : flow;
    case 'clear':
      return readyState;
  }
}
