import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type * as contract from '../../../contract/people/account.ts';
import type { Call } from '../../platform/http/call.ts';
import { Download } from '../../platform/http/download.ts';
import type { Services } from '../../platform/services.ts';
import { selectPersonalData } from './personal-data.queries.ts';

/** Returns all personal data about a user as a zip: `about-me.json` and their files. */
export async function exportPersonalData(
  { db, files: store, now }: Services,
  { actor: { id } }: Call<typeof contract.exportPersonalData>,
): Promise<Download> {
  const { files, ...about } = await selectPersonalData(db, id);
  const zip = new ZipFile();
  const listed = [];
  for (const { key, ...file } of files) {
    const name = `${file.kind}-${file.id.slice(0, 8)}${path.extname(key)}`;
    zip.addBuffer(await buffer(await store.read(key)), name);
    listed.push({ ...file, name });
  }
  const exported = { exportedAt: now(), ...about, files: listed };
  // JSON omits undefined values.
  const json = JSON.stringify(exported, (_key, value) => value ?? null, 2);
  zip.addBuffer(Buffer.from(json), 'about-me.json');
  zip.end();
  return new Download('about-me.zip', await buffer(zip.outputStream));
}
