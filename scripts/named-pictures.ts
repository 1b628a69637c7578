import type { Event } from '../contract/event.ts';

/** The picture files that an event names, by what they are for. */
export function namedPictures({ hero, sponsors, schedule }: Event) {
  return {
    photos: hero.photos,
    logos: sponsors.list.flatMap(({ logo }) => (logo ? [logo] : [])),
    scheduled: schedule.flatMap(({ items }) => items.flatMap(({ image }) => (image ? [image.src] : []))),
  };
}
