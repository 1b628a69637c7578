import { listPrizes } from '../../contract/event.ts';
import type { GalleryContent, GalleryProject } from '../../contract/gallery.ts';
import { listWebLinks } from '../../contract/web-link.ts';
import type { Services } from '../services.ts';
import { renderMarkdown } from './markdown.ts';
import { selectSwitches } from './projects.queries.ts';
import { selectGallery } from './projects-admin.queries.ts';

type Needs = Pick<Services, 'db' | 'event' | 'now'>;
type Row = Awaited<ReturnType<typeof selectGallery>>[number];

/** Whether everybody sees the gallery: by the organizers' switch, or since the event's own time. */
export async function isGalleryOpen({ db, event, now }: Needs): Promise<boolean> {
  if (!event.projects) return false;
  const { galleryOpensAt } = event.projects;
  if (galleryOpensAt && now().getTime() >= Date.parse(galleryOpensAt)) return true;
  return (await selectSwitches(db)).galleryOpen;
}

function toGalleryProject({ id, title, tagline, team, track, prizes, tags }: Row): GalleryProject {
  return { id, title, tagline, team, track, prizes, tags };
}

/**
 * Returns what the gallery shows at an address below `/projects`: all projects, those of a track or for a prize, or one.
 * Undefined while the gallery is closed, and for what is not in it.
 */
export async function findGalleryContent(services: Needs, path: string): Promise<GalleryContent | undefined> {
  const { db, event } = services;
  if (!(await isGalleryOpen(services))) return undefined;
  const found = /^\/projects(?:\/(?:(track|prize)\/)?([\w-]+))?\/?$/.exec(path);
  if (!found) return undefined;
  const [, what = '', key = ''] = found;
  const rows = await selectGallery(db);
  if (key && !what) {
    const row = rows.find(({ id }) => id === key);
    if (!row) return undefined;
    return {
      kind: 'project',
      project: toGalleryProject(row),
      descriptionHtml: renderMarkdown(row.description),
      links: listWebLinks(row),
    };
  }
  const track = what === 'track' ? event.tracks.find(({ slug }) => slug === key) : undefined;
  const prize = what === 'prize' ? listPrizes(event).find((each) => each.key === key) : undefined;
  if (what && !track && !prize) return undefined;
  const shown = rows.filter(
    (row) => (!track || row.track === track.id) && (!prize || row.prizes.includes(prize.key)),
  );
  return {
    kind: 'list',
    filter: track?.title ?? prize?.label ?? null,
    prizes: listPrizes(event).filter(({ key: each }) => rows.some(({ prizes }) => prizes.includes(each))),
    tracks: event.tracks
      .filter(({ id }) => rows.some((row) => row.track === id))
      .map(({ slug, title }) => ({ slug, title })),
    projects: shown.map(toGalleryProject),
  };
}
