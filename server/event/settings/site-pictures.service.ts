import type { uploadSitePicture as uploadCall } from '../../../contract/event/settings.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { transact } from '../../platform/db/transact.ts';
import { addSitePicture, storeFilesAround } from '../../platform/files/files.service.ts';
import { checkPicture } from '../../platform/files/picture-check.ts';
import { discardStagedFile } from '../../platform/files/staging.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';

/**
 * Stores a picture for the public pages, and returns its address. It stays for good: an earlier state of the settings may name
 * it. Throws as `checkPicture` does.
 */
export async function uploadSitePicture(
  services: Services,
  { actor, files: { picture: uploaded } }: Call<typeof uploadCall>,
): Promise<{ address: string }> {
  if (!uploaded) return fail('invalid_input', { fields: { picture: 'is missing' } });
  const { picture, thumbnail } = await checkPicture(services, uploaded, actor.id);
  try {
    const id = await storeFilesAround(services, [picture], () =>
      transact(services.db, async (trx) => {
        const added = await addSitePicture(trx, picture);
        await recordAudit(trx, { actorId: actor.id, action: 'settings.picture', subject: added });
        return added;
      }),
    );
    return { address: `/api/pictures/${id}` };
  } finally {
    await Promise.all([picture, thumbnail].map(({ staged }) => discardStagedFile(staged)));
  }
}
