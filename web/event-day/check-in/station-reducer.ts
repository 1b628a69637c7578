import { problems } from '../../../contract/errors.ts';
import type { CheckIn, Participant } from '../../../contract/event-day/check-in.ts';
import type { StationRefusal } from '../../../contract/event-day/check-in-overview.ts';
import type { WalkInInput } from '../../../contract/event-day/walk-ins.ts';
import type { FormatContext } from '../../../contract/platform/format.ts';
import { formatWhen } from '../../../contract/platform/format-when.ts';
import { fill, texts } from '../../../contract/texts.ts';
import { ApiError, getErrorMessage } from '../../lib/api-error.ts';
import { looksLikePass, wrongKeyboard } from './keyboard-layouts.ts';

/** Somebody to check in: read from a pass, or found by name. */
export interface ScannedParticipant
  extends Pick<Participant, 'userId' | 'name' | 'attendanceConfirmed'>,
    // What a station knows of them without a network, or has been told by the server.
    Partial<Omit<Participant, '_id' | 'userId' | 'name' | 'attendanceConfirmed' | 'checkedInAt'>> {
  /** A warning about the person; it stops nobody, not even in express mode. */
  hint?: string;
  /** Not on the list of this device, which is `asOf` that moment, in milliseconds. */
  unlisted?: { asOf: number };
  /** Somebody from the list of walk-ins, by its id as `userId`; `person` when typed at this station. */
  walkIn?: { person?: WalkInInput };
  from: 'scan' | 'search';
  pass?: string;
  passVerified: boolean;
}

/** Returns the warning about somebody whose guardian has not agreed. */
export const describeGuardian = (missing: NonNullable<Participant['guardianMissing']>) =>
  `Their parent or guardian ${missing === 'declined' ? 'said no' : 'has not said yes'}.`;

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

/**
 * Whom a check-in is for: ids only where they are enough, because the device may belong to anybody. What was typed at this
 * station about a walk-in stays until it is sent.
 */
interface CheckInData extends Pick<ScannedParticipant, 'userId' | 'pass' | 'walkIn'> {
  key: string;
  checkpoint: string;
  /** The name of somebody not on this device's list, as typed at this station; the server's name replaces it. */
  name?: string;
}

/** A check-in made on this device. */
export interface OwnCheckIn extends CheckInData {
  /** When it was made, in milliseconds. */
  at: number;
  /** `sending` until the first answer, or until none has come. */
  state: 'sending' | 'waiting' | 'answered';
  /** Its time by the server, and when that was received, in milliseconds. */
  checkedInAt?: string;
  answeredAt?: number;
  /** Why the server refused it for good: it stays until a person has seen that. */
  trouble?: string;
  /** Undone so many seconds after it was made; `answeredAt` as above. */
  undone?: { after: number; answeredAt?: number };
  /** Not known after a reload. */
  shownName?: string;
}

/** A scan that this station refused without asking the server, or a problem that a volunteer reported. */
export interface Problem {
  key: string;
  /** In milliseconds. */
  at: number;
  reason: StationRefusal;
  checkpoint: string;
  userId?: string;
  note?: string;
}

/** What the server said of who is in at a checkpoint, by id, and when it was asked, in milliseconds. */
interface ServerList {
  at: number;
  times: ReadonlyMap<string, string>;
}

/** What a station shows, and what it knows about who is in. */
export interface StationState {
  /** The person whose turn it is. Without an answer to a confirmation, `key` stays for the next one. */
  card:
    | { step: 'ready' }
    | { step: 'looking' }
    | { step: 'chosen'; candidate: ScannedParticipant; key?: string; trouble?: string }
    | { step: 'confirming'; candidate: ScannedParticipant; key: string };
  /** The result of the last scan, for 5 s; a success stays while the next pass is read. */
  outcome?: ScanOutcome;
  /** Made on this device, oldest first. */
  checkIns: readonly OwnCheckIn[];
  /** To be told to the server, oldest first. */
  problems: readonly Problem[];
  /** By checkpoint. */
  lists: Readonly<Record<string, ServerList>>;
  /** Check-ins made before cannot be undone any more, in milliseconds. */
  undoableFrom: number;
  /** The device stores nothing: all this ends with the page. */
  isVolatile?: true;
}

/**
 * What happens at a station and outlives the page, at a moment in milliseconds. What only the page shows of it is `shown`,
 * and is not stored.
 */
export type JournalEntry = { at: number } & (
  | ({ type: 'confirmed'; shown?: { name: string } } & CheckInData)
  /** No answer came: the check-in waits. */
  | { type: 'saved'; key: string; shown?: { outcome: ScanOutcome } }
  | ({ type: 'answered'; key: string; shown?: { outcome: ScanOutcome } } & Pick<
      CheckIn,
      'userId' | 'checkpoint' | 'checkedInAt'
    >)
  /** The server refuses a check-in that waited; `name` is the person's. */
  | { type: 'refused'; key: string; trouble: string; name?: string }
  | { type: 'retried'; key: string }
  /** Nobody is in by it: it was refused or has failed before a volunteer's eyes, or was discarded. */
  | { type: 'dropped'; key: string; shown?: { outcome?: ScanOutcome; trouble?: string } }
  | { type: 'undone'; key: string; after: number; shown?: { outcome: ScanOutcome } }
  | { type: 'undo-answered'; key: string; userId: string; checkpoint: string }
  | ({ type: 'problem' } & Problem)
  | { type: 'reported'; key: string }
);

/** What happens on the page only. */
type PageEvent =
  /** The volunteer returns to the start. */
  | { type: 'cleared' }
  /** The volunteer closes the outcome, or this one has been shown for long enough. */
  | { type: 'dismissed'; outcome?: ScanOutcome }
  | { type: 'scanned' }
  | { type: 'identified'; candidate: ScannedParticipant }
  /** The server's newer answer to whether somebody is coming. */
  | { type: 'attendance'; userId: string; attendanceConfirmed: boolean }
  /** A scan that admits nobody. */
  | { type: 'stopped'; outcome: ScanOutcome }
  /** The pass of the check-in that still shows came into view once more. */
  | { type: 'repeated' }
  /** The server's list of who is in, asked for `at` that moment; `now` is the time of the device. */
  | { type: 'listed'; checkpoint: string; now: number; list: ServerList }
  | { type: 'outdated'; before: number }
  | { type: 'unstored' };

export type StationEvent = JournalEntry | PageEvent;

const ready = { step: 'ready' } as const;
export const initialStation: StationState = {
  card: ready,
  checkIns: [],
  problems: [],
  lists: {},
  undoableFrom: Number.NEGATIVE_INFINITY,
};

/** Returns the state after an event. Nothing but its answer or the volunteer replaces a person who is being confirmed. */
export function reduceStation(state: StationState, event: StationEvent): StationState {
  const { card, outcome, checkIns } = state;
  const isConfirming = card.step === 'confirming';
  // A success stays beside the next person.
  const success = outcome && isSuccess(outcome) ? outcome : undefined;
  /** The state with a changed check-in, and with the card and the outcome that its answer leaves. */
  const change = (
    key: string,
    changes: Partial<OwnCheckIn>,
    shown?: { outcome?: ScanOutcome },
  ): StationState => ({
    ...state,
    card: shown && isConfirming && card.key === key ? ready : card,
    outcome: shown?.outcome ? { ...shown.outcome, key } : outcome,
    checkIns: checkIns.map((one) => (one.key === key ? { ...one, ...changes } : one)),
  });
  switch (event.type) {
    case 'cleared':
      return { ...state, card: ready, outcome: undefined };
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
    case 'stopped':
      return isConfirming ? state : { ...state, card: ready, outcome: event.outcome };
    case 'repeated':
      return isConfirming || !success
        ? state
        : { ...state, card: ready, outcome: { ...success, isRepeated: true } };
    case 'listed': {
      const known = state.lists[event.checkpoint];
      // A list from the future was stored before the clock was set back.
      if (known && known.at > event.list.at && known.at <= event.now) return state;
      return { ...state, lists: { ...state.lists, [event.checkpoint]: event.list } };
    }
    case 'outdated':
      return { ...state, undoableFrom: event.before };
    case 'unstored':
      return { ...state, isVolatile: true };
    case 'confirmed': {
      const { type: _, shown, ...made } = event;
      if (shown && card.step !== 'chosen') return state;
      const isKnown = checkIns.some(({ key }) => key === event.key);
      const added: OwnCheckIn = { ...made, state: 'sending', ...(shown && { shownName: shown.name }) };
      return {
        ...state,
        ...(shown &&
          card.step === 'chosen' && {
            card: {
              step: 'confirming',
              candidate: { ...card.candidate, name: shown.name },
              key: event.key,
            },
          }),
        checkIns: isKnown ? checkIns : [...checkIns, added],
      };
    }
    case 'saved':
      return change(event.key, { state: 'waiting' }, event.shown);
    case 'answered': {
      const { key, userId, checkpoint, checkedInAt, at: answeredAt } = event;
      const answer = { userId, checkpoint, checkedInAt, answeredAt, state: 'answered' } as const;
      if (checkIns.some((one) => one.key === key))
        return change(key, { ...answer, trouble: undefined }, event.shown);
      return { ...state, checkIns: [...checkIns, { key, at: Date.parse(checkedInAt), ...answer }] };
    }
    case 'refused': {
      // Nobody is in by what was undone, so that there is nothing to say about it.
      const isUndone = checkIns.some(({ key, undone }) => key === event.key && undone);
      return isUndone
        ? state
        : change(event.key, { trouble: event.trouble, ...(event.name && { name: event.name }) });
    }
    case 'retried':
      return change(event.key, { trouble: undefined, state: 'waiting' });
    case 'dropped': {
      const { key, shown } = event;
      const left = { ...change(key, {}, shown), checkIns: checkIns.filter((one) => one.key !== key) };
      if (!isConfirming || card.key !== key || !shown?.trouble) return left;
      return { ...left, card: { step: 'chosen', candidate: card.candidate, key, trouble: shown.trouble } };
    }
    case 'undone': {
      const { key, after, shown } = event;
      const undone = change(key, { undone: { after }, trouble: undefined });
      return shown ? { ...undone, card: ready, outcome: shown.outcome } : undone;
    }
    case 'undo-answered': {
      const { key, userId, checkpoint, at } = event;
      const undone = { after: 0, answeredAt: at };
      if (checkIns.some((one) => one.key === key)) return change(key, { undone });
      const forgotten = { key, userId, checkpoint, at, state: 'answered', undone } as const;
      return { ...state, checkIns: [...checkIns, forgotten] };
    }
    case 'problem': {
      const { type: _, ...problem } = event;
      if (state.problems.some(({ key }) => key === event.key)) return state;
      return { ...state, problems: [...state.problems, problem] };
    }
    case 'reported':
      return { ...state, problems: state.problems.filter(({ key }) => key !== event.key) };
    default:
      return state;
  }
}

/**
 * Returns when somebody was checked in at a checkpoint, as far as this device knows: by a check-in of its own that is newer
 * than the server's list, else by the list; null when they are not in.
 */
export function findCheckInTime({ checkIns, lists }: StationState, userId: string, checkpoint: string) {
  const id = userId.toLowerCase();
  const list = lists[checkpoint];
  const own = checkIns.findLast(
    (one) => one.userId.toLowerCase() === id && one.checkpoint === checkpoint && !one.trouble,
  );
  const answeredAt = own?.undone ? own.undone.answeredAt : own?.answeredAt;
  const isNewer = own && !((answeredAt ?? Number.POSITIVE_INFINITY) < (list?.at ?? 0));
  if (!isNewer) return list?.times.get(id) ?? null;
  return own.undone ? null : (own.checkedInAt ?? new Date(own.at).toISOString());
}

/** Whether the server has to be told of a check-in, or that it was undone; a refused one waits for a person. */
export const isUnsent = ({ state, undone, trouble }: OwnCheckIn): boolean =>
  !trouble && (undone ? undone.answeredAt === undefined : state !== 'answered');

const [alreadyIn = ''] = texts.checkIn.already.split('{');

/** Whether two stations have let the same person in, so that an organizer decides which check-in counts. */
export const isDouble = ({ trouble }: OwnCheckIn): boolean => trouble?.startsWith(alreadyIn) === true;

/** Returns the check-ins that the server does not have as they are, oldest first. */
export const listUnsettled = ({ checkIns }: StationState): OwnCheckIn[] =>
  checkIns.filter((one) => one.trouble !== undefined || isUnsent(one));

/** Returns the last check-in at a checkpoint, as long as it can be undone. */
export function findLastCheckIn({ checkIns, undoableFrom }: StationState, checkpoint: string) {
  const last = checkIns.findLast(
    (one) => one.checkpoint === checkpoint && one.state !== 'sending' && !one.trouble,
  );
  return last && !last.undone && last.at > undoableFrom ? last : undefined;
}

/**
 * Returns the check-in that still shows if it is of this person, so that the pass is still in the same hand. Once the outcome
 * has left the screen, the pass may be in the hands of somebody else.
 */
export function findShownCheckIn({ outcome, checkIns }: StationState, userId: string) {
  const id = userId.toLowerCase();
  return checkIns.find((one) => one.key === outcome?.key && one.userId.toLowerCase() === id);
}

const { done, already, failed, invalidCode, invalidPass, earlierPass } = texts.checkIn;

/** What to do next with somebody who was refused, by the code of the refusal; some sentences say it themselves. */
const nextSteps: Record<string, string> = {
  unknown_person: 'Search by name, or send them to the help desk.',
  person_removed: 'Do not let them in.',
  not_approved: 'Send them to the help desk.',
  check_in_undone: 'Scan the pass again to check them in.',
  already_checked_in: 'If this is somebody else, send them to the help desk.',
};

/** The card for somebody who has just been checked in; away from the entrance nobody has priority. */
export function toAdmitted(
  { name, checkedInAt, attendanceConfirmed }: CheckIn,
  { isEntrance, handOut, hint }: { isEntrance: boolean; handOut?: string; hint?: string },
): ScanOutcome {
  const result = attendanceConfirmed && isEntrance ? 'priority' : 'admitted';
  return { result, title: done, name, at: checkedInAt, handOut, next: hint };
}

/** The card for somebody who was checked in before. */
export function toAlreadyIn(
  { name, checkedInBy }: { name: string; checkedInBy?: string },
  at: string,
  event: FormatContext | undefined,
): ScanOutcome {
  const title = fill(already, { time: formatWhen(at, event) });
  return {
    result: 'already',
    title,
    name,
    at,
    by: checkedInBy,
    next: nextSteps.already_checked_in,
  };
}

/** The card for a refusal: the server's sentence, else the fallback. */
export function toRefused(error: unknown, name?: string): ScanOutcome {
  const { code = '', person = name, current } = error instanceof ApiError ? error : {};
  const said = { title: getErrorMessage(error, failed), name: person, next: nextSteps[code] };
  if (code === 'unknown_person') return { result: 'unlisted', ...said };
  if (code !== 'already_checked_in') return { result: 'refused', ...said };
  const { checkedInAt: at, by } = (current ?? {}) as { checkedInAt?: string; by?: string };
  return { result: 'already', ...said, at, by };
}

/** The card for a forged or replaced pass, or one that the site before a restore had signed. */
export function toForged(name?: string, isEarlier = false): ScanOutcome {
  return { result: 'refused', title: isEarlier ? earlierPass : invalidPass, name };
}

export const toRemoved = (name?: string): ScanOutcome => ({
  result: 'refused',
  title: problems.person_removed.message,
  name,
  next: nextSteps.person_removed,
});

/** The card for a check-in that waits on this device. */
export function toSaved(
  { name, unlisted, hint }: Pick<ScannedParticipant, 'name' | 'unlisted' | 'hint'>,
  { handOut, isStored }: { handOut?: string; isStored: boolean },
): ScanOutcome {
  if (!isStored) {
    const next = 'This browser stores nothing. Keep this page open until it is sent.';
    return { result: 'saved', title: 'Saved on this page', name, handOut, next };
  }
  const next = unlisted ? 'Checked as soon as the network is back.' : hint;
  return { result: 'saved', title: 'Saved on this device', name, handOut, next };
}

export const toUnreadable = (text: string): ScanOutcome => ({
  result: 'refused',
  title: invalidCode,
  next: looksLikePass(text) ? wrongKeyboard : 'Ask for the pass on their dashboard, or search by name.',
});
