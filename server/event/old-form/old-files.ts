import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { EventDocument } from '../../../contract/event/event.ts';
import { isUploaded } from '../../../contract/event/event-values.ts';

/** The film of the default event, which the program still serves at the same address, with its SHA-256 in base64url. */
const films: Record<string, string> = {
  'films/clozyt.jpg': 'HPC1soga6TmeVvDJH61w63gZ5YbFcCiqUquaEVgdn1k',
  'films/clozyt.mp4': 'JlrFd6xAQA9qa4khqvqN_kQ3KWln2swlMaaz-7YBFkE',
  'films/clozyt.vtt': 'p3ah7pEHPG3cLlxtYJxHrAoew5y9IQRguBvPaOsx3VM',
};

/**
 * Returns a document in which `replace` names each file of the folder anew, called with the file's path in the folder, such
 * as `photos/team.jpg`. Undefined leaves a name as it is.
 */
export function replaceOldFiles(
  document: EventDocument,
  replace: (file: string) => string | undefined,
): EventDocument {
  const named = (folder: string, name: string) =>
    isUploaded(name) ? name : (replace(`${folder}/${name}`) ?? name);
  const film = (address: string) =>
    address.startsWith('/films/') ? (replace(address.slice(1)) ?? address) : address;
  const { hero, schedule, sponsors, tracks, certificates } = document;
  return {
    ...document,
    hero: { ...hero, photos: hero.photos?.map((photo) => ({ ...photo, src: named('photos', photo.src) })) },
    schedule: schedule.map((day) => ({
      ...day,
      items: day.items.map((item) =>
        item.image ? { ...item, image: { ...item.image, src: named('photos', item.image.src) } } : item,
      ),
    })),
    sponsors: {
      ...sponsors,
      list: sponsors.list?.map((sponsor) =>
        sponsor.logo ? { ...sponsor, logo: named('sponsors', sponsor.logo) } : sponsor,
      ),
    },
    tracks: tracks.map((track) => {
      if (!track.description) return track;
      const { video, poster, captions } = track.description;
      const addresses = {
        ...(video && { video: film(video) }),
        ...(poster && { poster: film(poster) }),
        ...(captions && { captions: film(captions) }),
      };
      return { ...track, description: { ...track.description, ...addresses } };
    }),
    ...(certificates && {
      certificates: { ...certificates, fonts: certificates.fonts?.map((name) => named('fonts', name)) },
    }),
  };
}

/** Lists the files that a document names, by their path in the folder. */
export function listNamedFiles(document: EventDocument): string[] {
  const names = new Set<string>();
  replaceOldFiles(document, (file) => void names.add(file));
  return [...names];
}

/** Finds a file of the event in one of the folders; undefined also for a film that the program itself still has. */
export function findEventFile(folders: string[], file: string): string | undefined {
  const found = folders.map((folder) => path.join(folder, file)).find((candidate) => existsSync(candidate));
  const isOfProgram =
    found &&
    file in films &&
    createHash('sha256').update(readFileSync(found)).digest('base64url') === films[file];
  return isOfProgram ? undefined : found;
}

export const isFileOfProgram = (file: string) => file in films;
