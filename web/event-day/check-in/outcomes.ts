import type { CheckIn } from '../../../contract/event-day/check-in.ts';
import { type FormatContext, formatTime } from '../../../contract/platform/format.ts';
import { fill, texts } from '../../../contract/texts.ts';
import { ApiError, getErrorMessage } from '../../lib/api-error.ts';
import type { ScannedParticipant, ScanOutcome } from './station-reducer.ts';
import { looksLikePass, wrongKeyboard } from './typed-code.ts';

const { done, already, failed, invalidCode, invalidPass, earlierPass } = texts.checkIn;

/** What to do next with somebody who was refused, by the code of the refusal; some sentences say it themselves. */
const nextSteps: Record<string, string> = {
  unknown_person: 'Search by name, or send them to the help desk.',
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
  const title = fill(already, { time: formatTime(at, event) });
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

/** The card for a check-in that waits on this device. */
export function toSaved(
  { name, unlisted }: Pick<ScannedParticipant, 'name' | 'unlisted'>,
  { handOut, isStored }: { handOut?: string; isStored: boolean },
): ScanOutcome {
  if (!isStored) {
    const next = 'This browser stores nothing. Keep this page open until it is sent.';
    return { result: 'saved', title: 'Saved on this page', name, handOut, next };
  }
  const next = unlisted && 'Checked as soon as the network is back.';
  return { result: 'saved', title: 'Saved on this device', name, handOut, next };
}

/** The card for a code that is not a pass. */
export const toUnreadable = (text: string): ScanOutcome => ({
  result: 'refused',
  title: invalidCode,
  next: looksLikePass(text) ? wrongKeyboard : 'Ask for the pass on their dashboard, or search by name.',
});
