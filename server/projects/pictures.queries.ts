import { type Insertable, sql } from 'kysely';
import type { Db } from '../platform/db/open.ts';
import type { Tables } from '../platform/db/tables.ts';
import { isPublic } from './projects.tables.ts';

export type PictureRow = Awaited<ReturnType<typeof selectPictures>>[number];

export function selectPictures(db: Db, projectIds: readonly string[]) {
  return db
    .selectFrom('project_pictures')
    .where('project_id', 'in', projectIds.length > 0 ? projectIds : [null])
    .select([
      'id',
      'project_id as projectId',
      'picture_file_id as fileId',
      'thumbnail_file_id as thumbnailFileId',
      'place',
      'alternative_text as alternativeText',
      'width',
      'height',
    ])
    .orderBy('place')
    .execute();
}

export async function insertPicture(trx: Db, picture: Insertable<Tables['project_pictures']>): Promise<void> {
  await trx.insertInto('project_pictures').values(picture).execute();
}

export async function updateAlternativeText(trx: Db, id: string, text: string): Promise<void> {
  await trx.updateTable('project_pictures').set({ alternative_text: text }).where('id', '=', id).execute();
}

/** Numbers the pictures of a project in the order of `ids`, from 0. */
export async function updatePictureOrder(trx: Db, ids: readonly string[]): Promise<void> {
  await sql`update project_pictures set place = array_position(${ids}::uuid[], id) - 1
    where id = any(${ids})`.execute(trx);
}

export function findPictureFile(db: Db, fileId: string) {
  return db
    .selectFrom('files')
    .leftJoin('projects as p', 'p.id', 'files.project_id')
    .where('files.id', '=', fileId)
    .where('files.owner_id', 'is', null)
    .select([
      'files.storage_key as key',
      'files.size',
      'files.sha256',
      'p.team_id as teamId',
      'p.user_id as userId',
      isPublic.as('isPublic'),
      sql<boolean>`files.kind = 'eventFile'`.as('isOfEvent'),
    ])
    .executeTakeFirst();
}
