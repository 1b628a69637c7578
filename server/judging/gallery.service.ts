import { listPrizes } from '../../contract/event/event.ts';
import { getTimesOf } from '../../contract/event/program.ts';
import { formatRank } from '../../contract/platform/format.ts';
import { paths } from '../../contract/platform/pages.ts';
import { uuidPattern } from '../../contract/platform/uuid.ts';
import { listWebLinks } from '../../contract/platform/web-link.ts';
import type { GalleryContent, GalleryProject } from '../../contract/projects/gallery.ts';
import { isGalleryOpen, loadSwitches } from '../event/project-switches.ts';
import type { Services } from '../platform/services.ts';
import {
  listGalleryProjects,
  loadMakers,
  loadPictures,
  type Makers,
  type Pictures,
} from '../projects/gallery-projects.service.ts';
import { renderMarkdown } from '../projects/markdown.ts';
import { findPublishedResults, wereResultsWithdrawn } from './published-results.service.ts';

type Needs = Pick<Services, 'db' | 'event' | 'now'>;
type Row = Awaited<ReturnType<typeof listGalleryProjects>>[number];

function toGalleryProject(
  { id, title, tagline, team, track, prizes, tags }: Row,
  { awards, pictures, makers }: { awards: Awards; pictures: Pictures; makers: Makers },
): GalleryProject {
  const [picture = null] = pictures.get(id) ?? [];
  const shown = { id, title, tagline, team, track, prizes, tags, picture };
  return { ...shown, makers: makers.get(id) ?? [], awards: awards.get(id) ?? [] };
}

type Published = NonNullable<Awaited<ReturnType<typeof findPublishedResults>>>;
/** The awards of each project, by id. */
type Awards = Map<string, string[]>;

function listAwards(results: Published | undefined): Awards {
  const awards: Awards = new Map();
  for (const { label, winners } of results?.groups ?? [])
    for (const { project, place, tied } of winners)
      if (project)
        awards.set(project, [...(awards.get(project) ?? []), `${label}: ${formatRank(place, tied)}`]);
  return awards;
}

/** Returns the winners page; it links to projects while the gallery is open. */
function toResultsPage(
  { at, groups }: Published,
  { hasGallery, pictures, makers }: { hasGallery: boolean; pictures: Pictures; makers: Makers },
): GalleryContent {
  return {
    kind: 'results',
    publishedAt: at,
    hasGallery,
    groups: groups.map(({ label, winners }) => ({
      label,
      winners: winners.map((winner) => {
        const { project } = winner;
        const named = { ...winner, makers: makers.get(project ?? '') ?? [] };
        return hasGallery
          ? { ...named, picture: pictures.get(project ?? '')?.[0] }
          : { ...named, project: null };
      }),
    })),
  };
}

const projectId = new RegExp(`^${uuidPattern}$`);

/**
 * Returns the gallery's content at an address below `/projects`: all projects, those of a track or prize, a single one, or
 * the published winners. Undefined while the gallery is closed, for anything not in it, and for unpublished winners.
 */
export async function findGalleryContent(services: Needs, path: string): Promise<GalleryContent | undefined> {
  const { db, event } = services;
  if (!event.projects) return undefined;
  const isOpen = await isGalleryOpen(services);
  if (path === paths.results) {
    const results = await findPublishedResults(db);
    if (!results) return undefined;
    const projects = results.groups.flatMap(({ winners }) => winners.flatMap(({ project }) => project ?? []));
    return toResultsPage(results, {
      hasGallery: isOpen,
      pictures: isOpen ? await loadPictures(db, projects) : new Map(),
      makers: await loadMakers(db, projects),
    });
  }
  const found = /^\/projects(?:\/(?:(track|prize)\/)?([\w-]+))?$/.exec(path);
  if (!isOpen || !found) return undefined;
  const [, what = '', key = ''] = found;
  if (key && !what) {
    const [row] = projectId.test(key) ? await listGalleryProjects(db, key) : [];
    if (!row) return undefined;
    const awards = listAwards(await findPublishedResults(db));
    const pictures = await loadPictures(db, [key]);
    return {
      kind: 'project',
      project: toGalleryProject(row, { awards, pictures, makers: await loadMakers(db, [key]) }),
      pictures: pictures.get(key) ?? [],
      descriptionHtml: renderMarkdown(row.description),
      links: listWebLinks(row),
    };
  }
  const track = what === 'track' ? event.tracks.find(({ slug }) => slug === key) : undefined;
  const prize = what === 'prize' ? listPrizes(event).find((each) => each.key === key) : undefined;
  if (what && !track && !prize) return undefined;
  const rows = await listGalleryProjects(db);
  const results = await findPublishedResults(db);
  const awards = listAwards(results);
  const ids = rows.map(({ id }) => id);
  const [pictures, makers] = [await loadPictures(db, ids), await loadMakers(db, ids)];
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
    projects: shown.map((row) => toGalleryProject(row, { awards, pictures, makers })),
    hasResults: results !== undefined,
  };
}

/** Returns the notice at an address below `/projects` while it is closed; undefined where there is never anything. */
export async function findClosedContent(services: Needs, path: string): Promise<GalleryContent | undefined> {
  const { db, event, now } = services;
  if (!event.projects) return undefined;
  const findAhead = (at: string | number | undefined) =>
    at !== undefined && new Date(at) > now() ? new Date(at).toISOString() : null;
  const endsAt = findAhead(getTimesOf(event).endsAt);
  if (path === paths.results)
    return {
      kind: 'closed',
      what: 'results',
      wasOpen: await wereResultsWithdrawn(db),
      opensAt: null,
      endsAt,
    };
  if (await isGalleryOpen(services)) return undefined;
  const wasOpen = (await loadSwitches(db)).gallerySwitchedAt !== undefined;
  const opensAt = findAhead(event.projects.galleryOpensAt);
  return { kind: 'closed', what: 'gallery', wasOpen, opensAt, endsAt };
}
