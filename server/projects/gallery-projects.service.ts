import type { Picture } from '../../contract/projects/projects.ts';
import type { Db } from '../platform/db/open.ts';
import { selectPictures } from './pictures.queries.ts';
import { selectMakers } from './projects.queries.ts';
import { toPicture } from './projects.views.ts';
import { selectGallery } from './projects-admin.queries.ts';

/** Lists the projects in the gallery, or finds one by its id. */
export const listGalleryProjects = (db: Db, id?: string) => selectGallery(db, id);

/** The pictures of each project that has any, by id. */
export type Pictures = Map<string, Picture[]>;
/** The people of each project who agree to be named, by id. */
export type Makers = Map<string, string[]>;

export async function loadPictures(db: Db, projectIds: string[]): Promise<Pictures> {
  const byProject = Map.groupBy(await selectPictures(db, projectIds), ({ projectId }) => projectId);
  return new Map([...byProject].map(([id, rows]) => [id, rows.map(toPicture)]));
}

export async function loadMakers(db: Db, projectIds: string[]): Promise<Makers> {
  const byProject = Map.groupBy(await selectMakers(db, projectIds), ({ project }) => project);
  return new Map([...byProject].map(([id, rows]) => [id, rows.map(({ name }) => name)]));
}
