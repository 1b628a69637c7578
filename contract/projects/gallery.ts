import type { listWebLinks } from '../platform/web-link.ts';
import type { Picture } from './projects.ts';

export interface GalleryProject {
  id: string;
  title: string;
  tagline: string;
  /** The team's name; null for one person. */
  team: string | null;
  /** The names of the makers who agreed to be named, sorted. */
  makers: string[];
  track: string;
  prizes: string[];
  tags: string[];
  picture: Picture | null;
  /** What it has won, once the results are published: `1st place, Hacker Track`. */
  awards: string[];
}

interface GalleryWinner {
  place: number;
  /** Shares its rank with another one. */
  tied: boolean;
  /** The project's title, or else the team, or else the table. */
  name: string;
  team: string | null;
  /** The names of the makers who agreed to be named, sorted. */
  makers: string[];
  /** The project's id if its page is in the gallery. */
  project: string | null;
  /** Its first picture, under the same condition. */
  picture?: Picture | undefined;
}

export type GalleryContent =
  | {
      /** Sent instead of what is not public now. */
      kind: 'closed';
      what: 'gallery' | 'results';
      /** It was public before and was withdrawn. */
      wasOpen: boolean;
      /** When it opens and when the event ends, if known and in the future; ISO 8601. */
      opensAt: string | null;
      endsAt: string | null;
    }
  | {
      kind: 'list';
      /** The track or prize whose projects these are; null for all. */
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
