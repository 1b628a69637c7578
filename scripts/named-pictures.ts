import type { Event } from '../contract/event.ts';

/** The picture files that an event names, by what they are for. */
export function namedPictures({ hero, sponsors, schedule }: Event) {
  return {
    photos: hero.photos,
    logos: sponsors.list.flatMap(({ logo }) => (logo ? [logo] : [])),
    scheduled: schedule.flatMap(({ items }) => items.flatMap(({ image }) => (image ? [image.src] : []))),
  };
}

/** What the picture for shared links says of an event. */
export function toldInPicture({ name, tagline, place, dates }: Event) {
  return { name, tagline, place, dates: dates.label };
}
