import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Event } from '../../contract/event/event.ts';
import { isUploaded } from '../../contract/event/event-values.ts';

/** Lists the files of `event/photos` and `event/sponsors` that the event names. */
export function listPictures({ hero, sponsors, schedule }: Event) {
  return {
    photos: hero.photos.filter(({ src }) => !isUploaded(src)),
    logos: sponsors.list.flatMap(({ logo }) => (logo && !isUploaded(logo) ? [logo] : [])),
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

/** Returns the sentence about a file that the event names and `event/` does not have, such as `photos/team.jpg`. */
export const describeMissingFile = (file: string) =>
  `event/${file} is named in the event, but there is no such file`;

/** Lists what the event names and the folder does not have. */
export function listMissingFiles(event: Event, folder: string): string[] {
  const { photos, logos, scheduled } = listPictures(event);
  const files = [
    ...[...photos.map(({ src }) => src), ...scheduled].map((name) => `photos/${name}`),
    ...logos.map((name) => `sponsors/${name}`),
    ...listFilms(event).map((name) => `films/${name}`),
  ];
  return [...new Set(files)].filter((file) => !existsSync(path.join(folder, file)));
}
