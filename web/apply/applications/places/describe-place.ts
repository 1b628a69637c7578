import type { z } from 'zod';
import type { Application } from '../../../../contract/apply/applications.ts';
import type { releaseDecisions } from '../../../../contract/apply/decisions.ts';
import type { placesOfApproval } from '../../../../contract/apply/places.ts';
import type { ResponseOf } from '../../../../contract/platform/endpoint.ts';
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

const firstOnes = { date: 'first approved', hand: 'first approved', rating: 'highest rated' };

/** `29 get a place, to confirm by Sun, Sep 7, 3:00 PM, 27 join the waitlist (the highest rated come first)` */
export function describePlaces(
  { given, waiting, heldUntil, order }: z.infer<typeof placesOfApproval>,
  context?: FormatContext,
) {
  const parts = given > 0 || waiting === 0 ? [formatCount(given, 'gets a place', 'get a place')] : [];
  if (given > 0 && heldUntil) parts.push(`to confirm by ${formatDateTime(heldUntil, context)}`);
  if (waiting > 0) parts.push(formatCount(waiting, 'joins the waitlist', 'join the waitlist'));
  const first =
    given > 0 && waiting > 0 && ` (the ${order ? firstOnes[order] : 'first selected'} come first)`;
  return parts.join(', ') + (first || '');
}

/** Returns the applications that a decision changes, and a sentence about the others. */
export function describeUnchanged(applications: readonly Application[], status: 'approved' | 'rejected') {
  const waits = (one: Application) =>
    status === 'approved' && one.status === 'pending' && one.place?.state === 'waiting';
  const changing = applications.filter((one) => one.status !== status && !waits(one));
  const waiting = applications.filter(waits).length;
  const same = applications.length - changing.length - waiting;
  const kinds = [
    waiting > 0 && formatCount(waiting, 'is already on the waitlist', 'are already on the waitlist'),
    same > 0 && formatCount(same, `is already ${status}`, `are already ${status}`),
  ].filter(Boolean);
  return { changing, unchanged: kinds.length > 0 && `${kinds.join(', ')}: nothing changes for them.` };
}

/** What a release of held decisions does: places, rejections, and what stays held; ends with a space. */
export function describeRelease(
  { places, rejected = 0, stillHeld }: Omit<ResponseOf<typeof releaseDecisions>, 'released'>,
  context?: FormatContext,
) {
  const placeless = places ? 'no place is free for them, or ' : '';
  const sentences = [
    places && describePlaces(places, context),
    rejected > 0 && formatCount(rejected, 'is rejected', 'are rejected'),
    stillHeld > 0 && `${stillHeld} stay held: ${placeless}they are checked in and cannot be rejected`,
  ];
  return sentences.map((sentence) => (sentence ? `${sentence}. ` : '')).join('');
}
