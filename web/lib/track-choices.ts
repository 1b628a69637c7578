import type { EventView } from '../../contract/event/site.ts';

/** Returns the tracks of an event as choices of `RadioCards`. */
export const toTrackChoices = (tracks: EventView['tracks']) => ({
  options: tracks.map(({ id, title, summary, prize }) => ({
    value: id,
    label: title,
    description: summary,
    note: prize,
  })),
  columns: tracks.length % 3 === 0 ? (3 as const) : (2 as const),
});
