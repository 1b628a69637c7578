import { z } from 'zod';
import { moment } from './event-values.ts';

/** The settings of limited places. */
export const placeSettings = {
  /** How many people can come: an approval offers one of these places. */
  capacity: z.int('is not a number of people').min(1, 'is less than 1').max(100_000).optional(),
  /** Until when an offer can be answered: a moment, or so many hours after it. Without it, it does not end. */
  answerBy: z
    .union([
      moment,
      z.strictObject({ hours: z.int('is not a number of hours').min(1, 'is less than 1 hour').max(2160) }),
    ])
    .optional(),
  /** With every place taken, an approval puts the person on the waitlist; without this setting it is refused. */
  waitlist: z.boolean().default(false),
  /** The part of those who said yes that comes, 0 to 1, for the figure of how many to expect. */
  showUpRate: z.number('is not a number').min(0, 'is less than 0').max(1, 'is more than 1').optional(),
};

type PlaceSettings = z.output<z.ZodObject<typeof placeSettings>>;

/** Refuses settings about places of an event that does not limit them. */
export function requireCapacity(event: PlaceSettings, { addIssue }: z.RefinementCtx): void {
  for (const key of ['answerBy', 'waitlist'] as const)
    if (event[key] && event.capacity === undefined)
      addIssue({ code: 'custom', path: [key], message: 'needs capacity' });
}
