import type * as contract from '../../../contract/apply/questions.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import { answerFilePart } from '../../../contract/platform/files.ts';
import { lockUser } from '../../people-data/users.locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import { addFile, checkDocument, deleteFiles, storeFilesAround } from '../../platform/files/files.service.ts';
import { checkPicture, isPicture } from '../../platform/files/picture-check.ts';
import { discardStagedFile, type StagedFile } from '../../platform/files/staging.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { selectUnusedFiles } from './answers.queries.ts';

/** After how many seconds the bytes of files that no answer has named are deleted: uploads must not fill the disk for a day. */
const unnamedDelay = 3600;

/**
 * Stores a file for an answer that is sent later. A person can have as many files without an answer as the event has file
 * questions; older ones are deleted. Throws `not_found` without such a question, and what `checkDocument` and
 * `checkPicture` throw.
 */
export async function uploadAnswerFile(
  services: Services,
  { actor: { id: owner }, files: { file: received } }: Call<typeof contract.uploadAnswerFile>,
): Promise<ResponseOf<typeof contract.uploadAnswerFile>> {
  const asked = services.event.questions.filter(({ type }) => type === 'file').length;
  if (asked === 0) fail('not_found');
  if (!received) fail('answer_file_unreadable');
  const checked = await checkAnswerFile(services, owner, received);
  return storeFilesAround(services, [checked], () =>
    transact(services.db, async (trx) => {
      await lockUser(trx, owner);
      const _id = await addFile(trx, checked);
      await deleteUnusedFiles(trx, { owner, keep: asked, delaySeconds: unnamedDelay });
      return { _id };
    }),
  );
}

/** Deletes files without an answer: of one person except the newest, or those from before a moment. Returns how many. */
export async function deleteUnusedFiles(
  trx: Db,
  {
    keep = 0,
    delaySeconds,
    ...which
  }: { keep?: number; delaySeconds?: number } & Parameters<typeof selectUnusedFiles>[1],
): Promise<number> {
  const ids = (await selectUnusedFiles(trx, which)).slice(keep);
  await deleteFiles(trx, ids, delaySeconds);
  return ids.length;
}

/** Checks a PDF like a resume, and re-encodes a picture. */
async function checkAnswerFile(services: Services, owner_id: string, received: StagedFile) {
  const row = { owner_id, kind: 'answer' as const };
  if (!isPicture(received.head)) return checkDocument(services, row, received, answerFilePart);
  const { files } = await checkPicture(services, received, owner_id);
  const [picture, thumbnail] = files;
  await discardStagedFile(thumbnail!.staged);
  return { ...picture!, ...row, isInspected: true };
}
