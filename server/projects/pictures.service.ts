import type * as contract from '../../contract/projects/project-pictures.ts';
import type { MyProject } from '../../contract/projects/projects.ts';
import { isGalleryOpen } from '../event/project-switches.ts';
import { sendShownFile } from '../platform/files/event-files.service.ts';
import { addPictureFile, deleteFiles, storeFilesAround } from '../platform/files/files.service.ts';
import { checkPicture } from '../platform/files/picture-check.ts';
import { discardStagedFile } from '../platform/files/staging.ts';
import type { Call, HttpCall } from '../platform/http/call.ts';
import { fail, failIf } from '../platform/http/problem.ts';
import type { Services } from '../platform/services.ts';
import type { TeamActor } from '../teams/teams.policy.ts';
import { canReadPicture } from './pictures.policy.ts';
import * as queries from './pictures.queries.ts';
import { insertProject, touchProject } from './projects.queries.ts';
import { picturesRefusal } from './projects.rules.ts';
import { changeProject, requireChangeable, type Writing } from './projects.service.ts';

type Needs = Pick<Services, 'db' | 'event' | 'now' | 'live' | 'config' | 'files' | 'pictures' | 'log'>;

/**
 * Adds a picture to the project of the person, and begins the project when there is none. What counts for the deadline is
 * when the picture has arrived. Throws as `changeProject` and `checkPicture` do, and `pictures_full`.
 */
export async function createPicture(
  services: Needs,
  { actor, fields, files: { picture: uploaded } }: Call<typeof contract.createPicture>,
): Promise<MyProject> {
  const { alternativeText = '' } = fields;
  const arrivedAt = services.now();
  if (!uploaded) fail('invalid_input', { fields: { picture: 'is missing' } });
  const before = await requireChangeable(services, actor);
  // Opening a picture is costly, so this checks first; the lock checks again.
  if (before) failIf(picturesRefusal((await queries.selectPictures(services.db, [before.id])).length));
  const { files, width, height } = await checkPicture(services, uploaded, actor.teamId ?? actor.id);
  try {
    return await storeFilesAround(services, files, () =>
      changeProject(
        services,
        actor,
        async (writing) => {
          const { trx, owner, project, track } = writing;
          const project_id =
            project?.id ?? (await insertProject(trx, { ...owner, track, updated_at: arrivedAt }));
          const place = (await queries.selectPictures(trx, [project_id])).length;
          failIf(picturesRefusal(place));
          const [picture, thumbnail] = files;
          await queries.insertPicture(trx, {
            project_id,
            picture_file_id: await addPictureFile(trx, picture!, { project_id, kind: 'picture' }),
            thumbnail_file_id: await addPictureFile(trx, thumbnail!, { project_id, kind: 'thumbnail' }),
            place,
            alternative_text: alternativeText,
            width,
            height,
          });
          await touchProject(trx, project_id, { ...owner, updated_at: arrivedAt });
          return true;
        },
        arrivedAt,
      ),
    );
  } finally {
    await Promise.all(files.map(({ staged }) => discardStagedFile(staged)));
  }
}

/** Changes the alternative text or the place of a picture. Throws as `changeProject` does, and `not_found`. */
export function updatePicture(
  services: Needs,
  { actor, params: { id }, body: { alternativeText, place } }: Call<typeof contract.updatePicture>,
): Promise<MyProject> {
  return changePicture(services, actor, id, async (writing, pictures) => {
    if (alternativeText !== undefined) await queries.updateAlternativeText(writing.trx, id, alternativeText);
    if (place === undefined) return;
    const others = pictures.map((picture) => picture.id).filter((each) => each !== id);
    await queries.updatePictureOrder(writing.trx, others.toSpliced(place, 0, id));
  });
}

/** Deletes a picture. Throws as `changeProject` does, and `not_found`. */
export function deletePicture(services: Needs, { actor, params }: Call<typeof contract.deletePicture>) {
  return changePicture(services, actor, params.id, async ({ trx }, pictures) => {
    const { fileId, thumbnailFileId } = pictures.find((picture) => picture.id === params.id)!;
    // The row of the picture goes with its files.
    await deleteFiles(trx, [fileId, thumbnailFileId]);
    await queries.updatePictureOrder(
      trx,
      pictures.map((picture) => picture.id).filter((each) => each !== params.id),
    );
  });
}

function changePicture(
  services: Needs,
  actor: TeamActor,
  id: string,
  change: (writing: Writing, pictures: queries.PictureRow[]) => Promise<void>,
): Promise<MyProject> {
  return changeProject(services, actor, async (writing) => {
    const { trx, owner, project } = writing;
    const pictures = project ? await queries.selectPictures(trx, [project.id]) : [];
    if (!project || !pictures.some((picture) => picture.id === id)) fail('not_found');
    await change(writing, pictures);
    await touchProject(trx, project.id, { ...owner, updated_at: services.now() });
    return true;
  });
}

/** Sends a picture, cacheable indefinitely if it is public. Throws `not_found` and `unavailable`. */
export async function getPicture(
  services: Pick<Services, 'db' | 'event' | 'now' | 'files' | 'log'>,
  { actor, params: { id }, request, reply }: HttpCall<typeof contract.getPicture>,
) {
  const file = await queries.findPictureFile(services.db, id);
  if (!file || !(file.isOfEvent || services.event.projects)) fail('not_found');
  const isPublic = file.isOfEvent || (file.isPublic && (await isGalleryOpen(services)));
  if (!isPublic && !canReadPicture(actor, file)) fail('not_found');
  return sendShownFile(services, file, { request, reply, isPublic });
}
