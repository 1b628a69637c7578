import type { CheckIn } from '../../contract/check-in.ts';
import { type FormatContext, formatTime } from '../../contract/format.ts';
import { fill, texts } from '../../contract/texts.ts';
import { ApiError, getErrorMessage } from '../lib/api-error.ts';
import type { ScanOutcome } from './scan-flow.ts';

const { done, already, failed, invalidCode } = texts.checkIn;

/** What the card says of somebody who is in now. */
export function toAdmitted({ name, checkedInAt, attendanceConfirmed }: CheckIn): ScanOutcome {
  return { result: attendanceConfirmed ? 'priority' : 'admitted', title: done, name, at: checkedInAt };
}

/** What the card says of somebody who was in before. */
export function toAlreadyIn(name: string, at: string, event: FormatContext | undefined): ScanOutcome {
  return { result: 'already', title: fill(already, { time: formatTime(at, event) }), name };
}

/** What the card says when the server turns somebody away: its sentence, else the fallback. */
export function toRefused(error: unknown, name?: string): ScanOutcome {
  const isIn = error instanceof ApiError && error.code === 'already_checked_in';
  return { result: isIn ? 'already' : 'refused', title: getErrorMessage(error, failed), name };
}

/** What the card says of somebody whose check-in has had no answer yet. */
export function toSaved(name: string, key: string): ScanOutcome {
  return { result: 'saved', title: 'Saved on this device', name, key };
}

/** What the card says of a code that is no pass. */
export const toUnreadable: ScanOutcome = { result: 'refused', title: invalidCode };
