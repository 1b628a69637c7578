import type * as contract from '../../../contract/platform/files.ts';
import type { HttpCall } from '../../platform/http/call.ts';
import { fail, Problem } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { canReadFile } from './documents.policy.ts';
import { findFileRow } from './documents.queries.ts';

/** Sends a file under a name made by the program. Throws `not_found` and `unavailable`. */
export async function getFile(
  { db, files, log }: Pick<Services, 'db' | 'files' | 'log'>,
  { actor, params: { id }, reply }: HttpCall<typeof contract.getFile>,
) {
  const file = await findFileRow(db, id, actor.id);
  if (!file || !canReadFile(actor, file)) fail('not_found');
  const content = await files.read(file.key).catch((error: Error) => {
    log.error({ file: id, cause: error.name }, 'a file cannot be read');
    throw new Problem('unavailable', { retryAfter: 2, cause: error });
  });
  const kind = file.kind === 'resume' ? 'resume' : 'pitch-deck';
  return reply
    .headers({
      'content-type': 'application/pdf',
      'content-length': file.size,
      'content-disposition': `attachment; filename="${kind}-${id.slice(0, 8)}.pdf"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    .send(content);
}
