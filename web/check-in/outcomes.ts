import type { CheckIn } from '../../contract/check-in.ts';
import { type FormatContext, formatTime } from '../../contract/format.ts';
import { fill, texts } from '../../contract/texts.ts';
import { ApiError, getErrorMessage } from '../lib/api-error.ts';
import type { ScanOutcome } from './scan-flow.ts';

const { done, already, failed, invalidCode } = texts.checkIn;

/** The card for somebody who has just been checked in; away from the entrance nobody has priority. */
export function toAdmitted(
  { name, checkedInAt, attendanceConfirmed }: CheckIn,
  { isEntrance, handOut }: { isEntrance: boolean; handOut?: string },
): ScanOutcome {
  const result = attendanceConfirmed && isEntrance ? 'priority' : 'admitted';
  return { result, title: done, name, at: checkedInAt, handOut };
}

/** The card for somebody who was checked in before. */
export function toAlreadyIn(name: string, at: string, event: FormatContext | undefined): ScanOutcome {
  return { result: 'already', title: fill(already, { time: formatTime(at, event) }), name };
}

/** The card for a refusal: the server's sentence, else the fallback. */
export function toRefused(error: unknown, name?: string): ScanOutcome {
  const isCheckedIn = error instanceof ApiError && error.code === 'already_checked_in';
  return { result: isCheckedIn ? 'already' : 'refused', title: getErrorMessage(error, failed), name };
}

/** The card for a check-in that waits on this device. */
export function toSaved(name: string, key: string, handOut?: string): ScanOutcome {
  return { result: 'saved', title: 'Saved on this device', name, key, handOut };
}

/** The card for a code that is not a pass. */
export const toUnreadable: ScanOutcome = { result: 'refused', title: invalidCode };
