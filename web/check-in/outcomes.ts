import type { CheckIn } from '../../contract/check-in.ts';
import { timeOfDay } from '../../contract/clock.ts';
import { fill, texts } from '../../contract/texts.ts';
import { ApiError, messageOf } from '../lib/api-error.ts';
import type { Outcome } from './scan-flow.ts';

const { done, already, failed, invalidCode } = texts.checkIn;

/** What the card says of somebody who is in now. */
export function admitted({ name, checkedInAt, attendanceConfirmed }: CheckIn): Outcome {
  return { result: attendanceConfirmed ? 'priority' : 'admitted', title: done, name, at: checkedInAt };
}

/** What the card says of somebody who was in before. */
export function alreadyIn(name: string, at: string, timeZone: string | undefined): Outcome {
  return { result: 'already', title: fill(already, { time: timeOfDay(at, timeZone) }), name };
}

/** What the card says when the server turns somebody away: its sentence, else the fallback. */
export function turnedAway(error: unknown, name?: string): Outcome {
  const isIn = error instanceof ApiError && error.code === 'already_checked_in';
  return { result: isIn ? 'already' : 'refused', title: messageOf(error, failed), name };
}

/** What the card says of somebody whose check-in has had no answer yet. */
export function saved(name: string, key: string): Outcome {
  return { result: 'saved', title: 'Saved on this device', name, key };
}

/** What the card says of a code that is no pass. */
export const noPass: Outcome = { result: 'refused', title: invalidCode };
