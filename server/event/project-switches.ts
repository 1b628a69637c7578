import type { Award } from '../../contract/projects/projects.ts';
import type { Db } from '../platform/db/open.ts';
import { findSetting } from '../platform/db/settings.ts';
import type { Services } from '../platform/services.ts';

interface ProjectSwitches {
  acceptsLate: boolean;
  galleryOpen: boolean;
}

/** The switches as they are stored, with when the gallery was last opened or closed by hand, in ISO 8601. */
export type StoredSwitches = ProjectSwitches & { gallerySwitchedAt?: string };

/** The key in `settings` of the switches. */
export const switchesKey = 'projects';

/** Returns the switches; each is off until it is switched on. */
export async function loadSwitches(db: Db): Promise<StoredSwitches> {
  const stored = await findSetting<Partial<StoredSwitches>>(db, switchesKey);
  return { acceptsLate: false, galleryOpen: false, ...stored };
}

/** The key in `settings` of the published results, which judging writes. */
export const resultsKey = 'results';

export async function areResultsPublished(db: Db): Promise<boolean> {
  return (await findSetting(db, resultsKey)) !== undefined;
}

interface Groups {
  groups: { label: string; winners: { place: number; tied: boolean; number?: number; project?: string }[] }[];
}

/** Returns what a project has won; undefined while no results are published. */
export async function findAwards(
  db: Db,
  project: { id: string; tableNumber: number | null } | undefined,
): Promise<Award[] | undefined> {
  const results = await findSetting<Groups>(db, resultsKey);
  return results?.groups.flatMap(({ label, winners }) =>
    winners
      .filter((winner) =>
        winner.project ? winner.project === project?.id : winner.number === project?.tableNumber,
      )
      .map(({ place, tied }) => ({ label, place, tied })),
  );
}

/** Whether everybody sees the gallery: since the event's own time, unless organizers have switched it after that. */
export async function isGalleryOpen({ db, event, now }: Pick<Services, 'db' | 'event' | 'now'>) {
  if (!event.projects) return false;
  const { galleryOpensAt } = event.projects;
  const { galleryOpen, gallerySwitchedAt } = await loadSwitches(db);
  const opened = galleryOpensAt ? Date.parse(galleryOpensAt) : Number.POSITIVE_INFINITY;
  const isLatest = gallerySwitchedAt !== undefined && Date.parse(gallerySwitchedAt) >= opened;
  return now().getTime() >= opened && !isLatest ? true : galleryOpen;
}
