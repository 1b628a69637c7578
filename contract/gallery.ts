import type { listWebLinks } from './web-link.ts';

/** A project as everybody sees it in the gallery. */
export interface GalleryProject {
  id: string;
  title: string;
  tagline: string;
  /** The team's name; nobody's for a single person, whose name nobody has agreed to publish. */
  team: string | null;
  track: string;
  prizes: string[];
  tags: string[];
}

/** What one page of the gallery shows. */
export type GalleryContent =
  | {
      kind: 'list';
      /** The track or the prize whose projects these are; null for all. */
      filter: string | null;
      tracks: { slug: string; title: string }[];
      prizes: { key: string; label: string }[];
      projects: GalleryProject[];
    }
  | {
      kind: 'project';
      project: GalleryProject;
      descriptionHtml: string;
      links: ReturnType<typeof listWebLinks>;
    };
