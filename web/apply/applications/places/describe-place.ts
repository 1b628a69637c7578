import type { Application } from '../../../../contract/apply/applications.ts';
import { type FormatContext, formatCount, formatDateTime } from '../../../../contract/platform/format.ts';

const words = {
  waiting: 'On the waitlist',
  offered: 'Offered, no answer yet',
  confirmed: 'Taken',
  declined: 'Given up',
  lapsed: 'Lapsed without an answer',
} as const;

/** Describes the state of a person's limited place; null if places are not limited. */
export function describePlace({ place }: Pick<Application, 'place'>, context: FormatContext | undefined) {
  if (!place) return null;
  return place.until ? `Held until ${formatDateTime(place.until, context)}` : words[place.state];
}

interface PlacesOfApproval {
  given: number;
  waiting: number;
  heldUntil?: string | undefined;
}

/** `29 get a place, to confirm by Sun, Sep 7, 3:00 PM, 27 join the waitlist` */
export function describePlaces({ given, waiting, heldUntil }: PlacesOfApproval, context?: FormatContext) {
  const parts = [formatCount(given, 'gets a place', 'get a place')];
  if (given > 0 && heldUntil) parts.push(`to confirm by ${formatDateTime(heldUntil, context)}`);
  if (waiting > 0) parts.push(formatCount(waiting, 'joins the waitlist', 'join the waitlist'));
  return parts.join(', ');
}
