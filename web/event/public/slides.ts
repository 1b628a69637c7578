import type { Event } from '../../../contract/event/event.ts';
import { isUploaded } from '../../../contract/event/event-values.ts';
import { illustrations } from '../../ui/illustration.tsx';

/** The sizes of the event's pictures by address, the best format first. */
export type PictureSources = Record<string, { type: string; srcset: string }[]>;

export interface Slide {
  src: string;
  alt: string;
  /** Sources in several widths, best format first. */
  sources: PictureSources[string];
  /** Shown first instead of `src` where the device is in dark mode. */
  darkSrc?: string;
  photo: boolean;
  /** Which part of a photo stays in the frame, such as `50% 30%`. */
  focal?: string;
}

const ownPrints: [src: string, alt: string][] = [
  [illustrations.doors, 'A print: the sun rises over the campus, doors open at 8:30.'],
  [
    illustrations.overnight,
    'A print: at three in the morning half of the windows are lit under a full moon.',
  ],
  [illustrations.build, 'A print: lines of code on a sheet of paper, and a large pointer.'],
  [illustrations.demo, 'A print: somebody on a stage shows a growing chart to a full room.'],
  [illustrations.treat, 'A print: an ice cream cone, after karaoke.'],
];

/** Addresses of built files, as the build found them out. */
export interface PublicAssets {
  /** The styles of the public pages, written into the page. */
  css: string;
  island: string;
  /** Fonts that the first screen needs. */
  preload: string[];
  /** The app's first script, fetched ahead for who is signed in. */
  app?: string;
}

/** The organizer's photos, or the five illustrations without any. */
export function listHeroSlides(event: Event, pictures: PictureSources): Slide[] {
  const photos = event.hero.photos
    .filter(({ src }) => isUploaded(src))
    .map((photo) => ({ ...photo, sources: pictures[photo.src] ?? [], photo: true }));
  if (photos.length > 0) return photos;
  return ownPrints.map(([src, alt], position) => ({
    src,
    alt,
    sources: [],
    photo: false,
    ...(position === 0 ? { darkSrc: illustrations.overnight } : {}),
  }));
}
