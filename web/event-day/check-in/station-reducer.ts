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
  /** The pass of this check-in has come into view once more, while the outcome still shows. */
  isRepeated?: boolean;
}

/** Whether somebody was checked in, here or by the server. */
export function isSuccess({ result }: ScanOutcome): boolean {
  return result === 'admitted' || result === 'priority' || result === 'saved';
}

/** A check-in made at this station. */
export interface OwnCheckIn {
  candidate: ScannedParticipant;
  checkpoint: string;
  key: string;
  /** In milliseconds. */
  at: number;
}

/** What a station shows. */
export interface StationState {
  /** The person whose turn it is. Without an answer to a confirmation, `key` stays for the next one. */
  card:
    | { step: 'ready' }
    | { step: 'looking' }
    | { step: 'chosen'; candidate: ScannedParticipant; key?: string; trouble?: string }
    | { step: 'confirming'; candidate: ScannedParticipant; key: string };
  /** What came of the last scan, for 5 s; a success stays while the next pass is read. */
  outcome?: ScanOutcome;
  /** The last check-in made here, which can be undone for a minute, also after a reload. */
  last?: OwnCheckIn;
}

/** What happens at a station. */
export type StationEvent =
  /** The volunteer returns to the start. */
  | { type: 'cleared' }
  /** The volunteer closes the outcome, or this one has been shown for long enough. */
  | { type: 'dismissed'; outcome?: ScanOutcome }
  | { type: 'scanned' }
  | { type: 'identified'; candidate: ScannedParticipant }
  /** The server's newer answer to whether somebody is coming. */
  | { type: 'attendance'; userId: string; attendanceConfirmed: boolean }
  /** A scan that admits nobody. */
  | { type: 'refused'; outcome: ScanOutcome }
  /** The pass of the check-in that still shows came into view once more. */
  | { type: 'repeated' }
  /** Somebody unlisted is confirmed under a `name` only. */
  | { type: 'confirmed'; key: string; name?: string }
  /** No answer came, and nothing could be stored. */
  | { type: 'unanswered'; key: string; trouble: string }
  | { type: 'answered'; checkIn: OwnCheckIn; outcome: ScanOutcome }
  /** The server has answered a check-in that was waiting on this device. */
  | { type: 'settled'; key: string; outcome: ScanOutcome }
  | { type: 'undone'; outcome: ScanOutcome }
  /** The last check-in is as this device has stored it, or cannot be undone any more. */
  | { type: 'recalled'; last: OwnCheckIn }
  | { type: 'outdated'; key: string };

export const initialStation: StationState = { card: { step: 'ready' } };
const ready = initialStation.card;

/** Returns what a station shows after an event. Nothing but its answer or the volunteer replaces a person who is being confirmed. */
export function reduceStation(state: StationState, event: StationEvent): StationState {
  const { card, outcome, last } = state;
  const isConfirming = card.step === 'confirming';
  // A success stays beside the next person.
  const success = outcome && isSuccess(outcome) ? outcome : undefined;
  switch (event.type) {
    case 'cleared':
      return { ...initialStation, last };
    case 'dismissed':
      if (event.outcome && event.outcome !== outcome) return state;
      return { ...state, outcome: undefined };
    case 'scanned':
      return isConfirming ? state : { ...state, card: { step: 'looking' }, outcome: success };
    case 'identified':
      if (isConfirming) return state;
      return { ...state, card: { step: 'chosen', candidate: event.candidate }, outcome: success };
    case 'attendance': {
      const { userId, attendanceConfirmed } = event;
      if (card.step !== 'chosen' || card.candidate.userId !== userId) return state;
      return { ...state, card: { ...card, candidate: { ...card.candidate, attendanceConfirmed } } };
    }
    case 'refused':
      return isConfirming ? state : { ...state, card: ready, outcome: event.outcome };
    case 'repeated':
      return isConfirming || !success
        ? state
        : { ...state, card: ready, outcome: { ...success, isRepeated: true } };
    case 'confirmed': {
      if (card.step !== 'chosen' || (card.candidate.unlisted && !event.name)) return state;
      const candidate = { ...card.candidate, ...(event.name && { name: event.name }) };
      return { ...state, card: { step: 'confirming', candidate, key: card.key ?? event.key } };
    }
    case 'unanswered': {
      if (!isConfirming || card.key !== event.key) return state;
      const { key, trouble } = event;
      return { ...state, card: { step: 'chosen', candidate: card.candidate, key, trouble } };
    }
    case 'answered': {
      const { checkIn } = event;
      const shown = { ...event.outcome, key: checkIn.key };
      const isOwn = isConfirming && card.key === checkIn.key;
      return {
        card: isOwn ? ready : card,
        outcome: shown,
        last: isSuccess(shown) ? checkIn : last,
      };
    }
    case 'settled':
      return outcome?.key === event.key ? { ...state, outcome: { ...event.outcome, key: event.key } } : state;
    case 'undone':
      return { card: ready, outcome: event.outcome };
    case 'recalled':
      return last ? state : { ...state, last: event.last };
    case 'outdated':
      return last?.key === event.key ? { ...state, last: undefined } : state;
  }
}

/**
 * Returns whether somebody's check-in still shows, so that their pass is still in the same hand. Once the outcome has left
 * the screen, the pass may be in the hands of somebody else.
 */
export function isStillShown({ outcome, last }: StationState, userId: string): boolean {
  if (!outcome || !isSuccess(outcome)) return false;
  return last?.candidate.userId.toLowerCase() === userId.toLowerCase();
}
