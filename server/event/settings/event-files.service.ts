import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isUploaded } from '../../../contract/event/event-values.ts';
import { sectionNames, type uploadEventFile as uploadCall } from '../../../contract/event/settings.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import {
  addEventFile,
  listEventFiles,
  toEventFileAddress,
} from '../../platform/files/event-files.service.ts';
import { storeFilesAround, type UnstoredFile } from '../../platform/files/files.service.ts';
import { discardStagedFile, stageFile } from '../../platform/files/staging.ts';
import { toTextEntry, type ZipEntry } from '../../platform/files/zip-stream.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { queueWebhook } from '../../platform/webhook/webhook.service.ts';
import { checkEvent, EventError, toDocument } from '../event-document.ts';
import { checkEventFile } from '../event-file-check.ts';
import { createPath, replaceFiles } from '../event-files.ts';
import type { EventFolder } from '../event-folder.ts';
import { addVersion, getNewestVersion } from './event-versions.ts';
import { insertVersion, selectNewestVersion } from './settings.queries.ts';

/**
 * Stores a file of the event, and returns its address. It stays for good: an earlier version may name it. Throws as
 * `checkEventFile` does.
 */
export async function uploadEventFile(
  services: Services,
  { actor, files: { file } }: Call<typeof uploadCall>,
): Promise<{ address: string }> {
  if (!file) return fail('invalid_input', { fields: { file: 'is missing' } });
  const checked = await checkEventFile(services, file, actor.id);
  try {
    const address = await storeFilesAround(services, checked, () =>
      transact(services.db, async (trx) => {
        const added = await addEventFile(trx, checked);
        await recordAudit(trx, actor.id, 'settings.file', added);
        return added;
      }),
    );
    return { address };
  } finally {
    await Promise.all(checked.map(({ staged }) => discardStagedFile(staged)));
  }
}

/** Lists the files of an export: the document, and what it names by paths. */
export async function listEventEntries({
  db,
  event,
  files,
}: Pick<Services, 'db' | 'event' | 'files'>): Promise<ZipEntry[]> {
  const keys = new Map((await listEventFiles(db)).map(({ id, key }) => [id, key]));
  const findKey = (name: string) => (isUploaded(name) ? keys.get(path.basename(name)) : undefined);
  const paths = new Map<string, string>();
  const taken = new Set<string>();
  const document = replaceFiles(toDocument(event), ({ name, title }) => {
    const key = findKey(name);
    if (!key) return name;
    if (!paths.has(name)) paths.set(name, createPath(title, path.extname(key), taken));
    return paths.get(name)!;
  });
  return [
    toTextEntry('event.json', () => `${JSON.stringify(document, null, 2)}\n`),
    ...[...paths].map(([address, name]) => ({
      name,
      compress: false,
      content: async function* () {
        yield* await files.read(findKey(address)!);
      },
    })),
  ];
}

/** Returns the addresses of the files of a folder that are stored already, by the addresses that they have in its event. */
export async function findStoredFiles(db: Db, { folder, files }: EventFolder): Promise<Map<string, string>> {
  const stored = new Map(
    (await listEventFiles(db)).map((file) => [file.sha256.toString('hex'), toEventFileAddress(file)]),
  );
  const found = new Map<string, string>();
  for (const [address, name] of files) {
    const hash = createHash('sha256')
      .update(await readFile(path.join(folder, name)))
      .digest('hex');
    if (stored.has(hash)) found.set(address, stored.get(hash)!);
  }
  return found;
}

/**
 * Stores the files of a folder and makes its event the version that follows `after`, 0 for an empty site; false when another is
 * that already. Throws EventError for a file of another kind, and `settings_locked`.
 */
export async function storeEventFolder(
  services: Services,
  source: EventFolder,
  { after }: { after: number },
): Promise<boolean> {
  const addresses = await findStoredFiles(services.db, source);
  const added: { address: string; checked: UnstoredFile[] }[] = [];
  try {
    for (const [address, name] of source.files)
      if (!addresses.has(address)) added.push({ address, checked: await checkFile(services, source, name) });
    const unstored = added.flatMap(({ checked }) => checked);
    return await storeFilesAround(services, unstored, () =>
      transact(services.db, async (trx) => {
        await lockKey(trx, 'settings');
        if (((await selectNewestVersion(trx))?.version ?? 0) !== after) return false;
        for (const { address, checked } of added) addresses.set(address, await addEventFile(trx, checked));
        const document = replaceFiles(toDocument(source.event), ({ name }) => addresses.get(name) ?? name);
        await (after === 0 ? insertSeed(trx, document) : importVersion(trx, services, document));
        return true;
      }),
    );
  } finally {
    const staged = added.flatMap(({ checked }) => checked.map((file) => file.staged));
    await Promise.all(staged.map(discardStagedFile));
  }
}

async function checkFile(services: Services, { folder }: EventFolder, name: string) {
  const uploaded = await stageFile(services.config.dataDir, createReadStream(path.join(folder, name)));
  try {
    const checked = await checkEventFile(services, uploaded, folder);
    if (checked[0]?.staged !== uploaded) await discardStagedFile(uploaded);
    return checked;
  } catch (error) {
    await discardStagedFile(uploaded);
    throw new EventError(`${name}: ${(error as Error).message}`, { cause: error });
  }
}

type Document = ReturnType<typeof toDocument>;

const insertSeed = (trx: Db, document: Document) =>
  insertVersion(trx, { version: 1, document, sections: sectionNames, origin: 'seed', by: null });

async function importVersion(trx: Db, services: Services, document: Document): Promise<void> {
  const [newest, next] = [await getNewestVersion(trx), checkEvent(document)];
  const fields = await addVersion(trx, services, { newest, next, origin: 'import', by: null });
  await recordAudit(trx, null, 'settings.imported', 'event', { version: newest.version + 1, fields });
  const text = 'The settings were imported from files.';
  await queueWebhook(trx, services, { type: 'settings.saved', text, data: { fields } });
}
