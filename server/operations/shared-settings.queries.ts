import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db/open.ts';
import { agreedSettingsKey, earlierSecretKey, findSetting, upsertSetting } from '../platform/db/settings.ts';
import { loadOrCreateFolderId } from '../platform/files/store.ts';
import { toSecretMark } from '../platform/secret.ts';

/** What every instance on one database must have the same, each as an address or a hash. */
export interface SharedSettings {
  secret: string;
  storage: string;
  publicUrl: string;
}

/** Returns an instance's own. Nothing of it reveals the secret. */
export function toSharedSettings(config: Pick<Config, 'secretKey' | 'publicUrl' | 'dataDir' | 's3'>) {
  const { s3 } = config;
  return {
    secret: toSecretMark(config.secretKey),
    storage: s3
      ? `bucket ${s3.bucket} at ${s3.endpoint ?? `Amazon S3, ${s3.region}`}`
      : `folder ${loadOrCreateFolderId(config.dataDir)}`,
    publicUrl: config.publicUrl.origin,
  };
}

const names: Record<keyof SharedSettings, string> = {
  secret: 'SECRET_KEY',
  storage: 'the storage of files',
  publicUrl: 'PUBLIC_URL',
};

const acceptance = 'npm run cli -- settings accept';

export async function listSettingChanges(db: Db, own: SharedSettings): Promise<(keyof SharedSettings)[]> {
  const agreed = await findAgreedSettings(db);
  return agreed
    ? (Object.keys(names) as (keyof SharedSettings)[]).filter((name) => agreed[name] !== own[name])
    : [];
}

/** Names settings for people: "SECRET_KEY and PUBLIC_URL". */
export function formatSettings(changed: (keyof SharedSettings)[]): string {
  return new Intl.ListFormat('en').format(changed.map((name) => names[name]));
}

/** Makes these the settings that every instance must have. Remembers that passes were signed with another secret before. */
export async function acceptSettings(db: Db, own: SharedSettings): Promise<void> {
  const agreed = await findAgreedSettings(db);
  if (agreed && agreed.secret !== own.secret && (await hasRows(db, 'users')))
    await upsertSetting(db, earlierSecretKey, agreed.secret);
  await upsertSetting(db, agreedSettingsKey, own);
}

/** Makes this the storage that every instance must have. */
export async function acceptStorage(db: Db, storage: string): Promise<void> {
  const agreed = await findAgreedSettings(db);
  if (agreed) await acceptSettings(db, { ...agreed, storage });
}

/**
 * Compares the settings of an instance that starts with the agreed ones. Beside a running instance they must be equal; an instance alone
 * may change its address, but not its secret or its storage while something depends on them. Throws
 * sentences that name what differs.
 */
export async function agreeOnSettings(db: Db, own: SharedSettings, hasOthers: () => Promise<boolean>) {
  const changed = await listSettingChanges(db, own);
  if (changed.length > 0 && (await hasOthers()))
    throw new Error(
      `Another instance of the site runs on this database with other settings: ${formatSettings(changed)}. Give every instance the same. To change the settings of all, stop the other instances first, or run with the new ones: ${acceptance}`,
    );
  if (changed.includes('secret') && (await hasRows(db, 'users')))
    throw new Error(
      `SECRET_KEY is not the one that this site was last started with: sessions, and passes and links that were given out, would become invalid. Put the old one back, or accept that: ${acceptance}`,
    );
  if (changed.includes('storage') && (await hasRows(db, 'files'))) {
    const agreed = await findAgreedSettings(db);
    throw new Error(
      `The site's files are in the ${agreed?.storage}, and the settings name the ${own.storage}. Move them (npm run cli -- files move), or accept the change: ${acceptance}`,
    );
  }
  await acceptSettings(db, own);
}

const findAgreedSettings = (db: Db) => findSetting<SharedSettings>(db, agreedSettingsKey);

async function hasRows(db: Db, table: 'users' | 'files'): Promise<boolean> {
  return (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) !== undefined;
}
