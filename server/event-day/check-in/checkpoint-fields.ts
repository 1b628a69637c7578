import type { Event } from '../../../contract/event/event.ts';

type Field = Event['checkpoints'][number]['shows'][number];
type Fields = Record<Field, string>;

/**
 * Returns which of diet and T-shirt size a checkpoint shows, as `checkpoints` in `event/event.ts` says; nothing for an unknown
 * one. All other fields of `Participant` in `contract/event-day/check-in.ts` are sent at every checkpoint.
 */
export function fieldsShownAt(
  { checkpoints }: Pick<Event, 'checkpoints'>,
  checkpoint: string,
): readonly Field[] {
  return checkpoints.find(({ id }) => id === checkpoint)?.shows ?? [];
}

/** Returns a person without the fields that are not shown. */
export function withCheckpointFields<T extends Fields>(
  { dietaryRestrictions, tShirtSize, ...person }: T,
  shown: readonly Field[],
): Omit<T, Field> & Partial<Fields> {
  return {
    ...person,
    ...(shown.includes('dietaryRestrictions') && { dietaryRestrictions }),
    ...(shown.includes('tShirtSize') && { tShirtSize }),
  };
}
