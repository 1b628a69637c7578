import type { Event } from '../contract/event.ts';

export function listPictures({ hero, sponsors, schedule }: Event) {
  return {
    photos: hero.photos,
    logos: sponsors.list.flatMap(({ logo }) => (logo ? [logo] : [])),
    scheduled: schedule.flatMap(({ items }) => items.flatMap(({ image }) => (image ? [image.src] : []))),
  };
}

/** Lists the files of `event/films` that the tracks name. */
export function listFilms({ tracks }: Event): string[] {
  return tracks
    .flatMap(({ description }) => [description?.video, description?.poster, description?.captions])
    .flatMap((address) => (address?.startsWith('/films/') ? [address.slice('/films/'.length)] : []));
}

/** Returns the texts in the preview image of shared links. */
export function pictureTexts({ name, tagline, place, dates }: Event) {
  return { name, tagline, place, dates: dates.label };
}
