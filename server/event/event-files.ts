import type { Event } from '../../contract/event/event.ts';
import { isUploaded } from '../../contract/event/event-values.ts';

/** Lists the files of `photos/` and `sponsors/` beside a document that the event names. */
export function listPictures({ hero, sponsors, schedule }: Event) {
  return {
    photos: hero.photos.filter(({ src }) => !isUploaded(src)),
    logos: sponsors.list.flatMap(({ logo }) => (logo && !isUploaded(logo) ? [logo] : [])),
    scheduled: schedule.flatMap(({ items }) => items.flatMap(({ image }) => (image ? [image.src] : []))),
  };
}

/** Returns the sentence about a file that the event names and `event/` does not have, such as `photos/team.jpg`. */
export const describeMissingFile = (file: string) =>
  `event/${file} is named in the event, but there is no such file`;
