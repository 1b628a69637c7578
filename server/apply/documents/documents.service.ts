import path from 'node:path';
import type * as contract from '../../../contract/platform/files.ts';
import { hasAccess } from '../../../contract/platform/roles.ts';
import { openStoredFile, toFileUrl } from '../../platform/files/files.service.ts';
import { getMediaType } from '../../platform/files/store.ts';
import type { HttpCall } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { listAnswers } from '../questions/questions.service.ts';
import { canReadFile } from './documents.policy.ts';
import { findFileRow } from './documents.queries.ts';

type File = NonNullable<Awaited<ReturnType<typeof findFileRow>>>;

/** Whether a reader may see the answer that a file belongs to: sensitive ones are only for organizers. */
async function isAnswerShown(
  { db, event }: Pick<Services, 'db' | 'event'>,
  { id, ownerId }: File,
  seesSensitive: boolean,
): Promise<boolean> {
  const answers = (await listAnswers(db, event, [ownerId], { seesSensitive })).get(ownerId) ?? [];
  return answers.some(({ fileUrl }) => fileUrl === toFileUrl(id));
}

/** Sends a file under a name chosen by the program. Throws `not_found` and `unavailable`. */
export async function getFile(
  { db, event, files, log }: Pick<Services, 'db' | 'event' | 'files' | 'log'>,
  { actor, params: { id }, reply }: HttpCall<typeof contract.getFile>,
) {
  const file = await findFileRow(db, id, actor.id);
  if (!file) fail('not_found');
  const seesSensitive = hasAccess(actor.role, 'admin');
  const shown =
    file.shown && (file.kind !== 'answer' || (await isAnswerShown({ db, event }, file, seesSensitive)));
  if (!canReadFile(actor, { ...file, shown })) fail('not_found');
  const content = await openStoredFile({ files, log }, file.key);
  const kind = file.kind === 'pitchDeck' ? 'pitch-deck' : file.kind;
  const ending = path.extname(file.key);
  return reply
    .headers({
      'content-type': getMediaType(file.key),
      'content-length': file.size,
      'content-disposition': `attachment; filename="${kind}-${id.slice(0, 8)}${ending}"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    .send(content);
}
