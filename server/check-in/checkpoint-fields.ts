import type { Event } from '../../contract/event.ts';

type Need = Event['checkpoints'][number]['shows'][number];
type Needs = Record<Need, string>;

/** What a checkpoint shows of a person besides the name; nothing for a checkpoint that the event does not have. */
export function fieldsShownAt(
  { checkpoints }: Pick<Event, 'checkpoints'>,
  checkpoint: string,
): readonly Need[] {
  return checkpoints.find(({ id }) => id === checkpoint)?.shows ?? [];
}

/** A person without those needs that are not shown. */
export function withCheckpointFields<T extends Needs>(
  { dietaryRestrictions, tShirtSize, ...person }: T,
  shown: readonly Need[],
): Omit<T, Need> & Partial<Needs> {
  return {
    ...person,
    ...(shown.includes('dietaryRestrictions') && { dietaryRestrictions }),
    ...(shown.includes('tShirtSize') && { tShirtSize }),
  };
}
