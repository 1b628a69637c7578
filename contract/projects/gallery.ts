import type { listWebLinks } from '../platform/web-link.ts';
import type { Picture } from './projects.ts';

export interface GalleryProject {
  id: string;
  title: string;
  tagline: string;
  /** The team's name; null for a single person. */
  team: string | null;
  /** The names of the makers who agree to be named, sorted. */
  makers: string[];
  track: string;
  prizes: string[];
  tags: string[];
  picture: Picture | null;
  /** What it has won, once the results are published: `1st place, Hacker Track`. */
  awards: string[];
}

/** Who has won a place, as everybody may read it. */
export interface GalleryWinner {
  place: number;
  /** Shares its place with another one. */
  tied: boolean;
  /** The project's title, else the team, else the table. */
  name: string;
  team: string | null;
  /** The names of the makers who agree to be named, sorted. */
  makers: string[];
  /** The project's id, when its page is in the gallery. */
  project: string | null;
  /** Its first picture, likewise. */
  picture?: Picture | undefined;
}

export type GalleryContent =
  | {
      /** In the place of what is not shown now. */
      kind: 'closed';
      what: 'gallery' | 'results';
      /** It was shown before, and is taken back. */
      wasOpen: boolean;
      /** When it opens, and when the event ends, as far as that is known and ahead; in ISO 8601. */
      opensAt: string | null;
      endsAt: string | null;
    }
  | {
      kind: 'list';
      /** The track or the prize whose projects these are; null for all. */
      filter: string | null;
      tracks: { slug: string; title: string }[];
      prizes: { key: string; label: string }[];
      projects: GalleryProject[];
      hasResults: boolean;
    }
  | {
      kind: 'results';
      /** In ISO 8601. */
      publishedAt: string;
      hasGallery: boolean;
      groups: { label: string; winners: GalleryWinner[] }[];
    }
  | {
      kind: 'project';
      project: GalleryProject;
      pictures: Picture[];
      descriptionHtml: string;
      links: ReturnType<typeof listWebLinks>;
    };
