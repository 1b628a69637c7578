import { readdir } from 'node:fs/promises';
import { stagingFolder } from '../platform/files/staging.ts';
import type { TestActor } from './actors.ts';
import type { TestApp } from './app.ts';
import { listStoredKeys } from './stored-files.ts';

/** The names of the files on the disk, and the keys of those that somebody owns. */
export async function listFiles({ services }: TestApp) {
  const list = async (folder: string) => (await readdir(folder).catch(() => [])).sort();
  const { dataDir } = services.config;
  const rows = await services.db.selectFrom('files').select('storage_key').execute();
  return {
    kept: await listStoredKeys(dataDir),
    staged: await list(stagingFolder(dataDir)),
    owned: rows.map((row) => row.storage_key).sort(),
  };
}

/** Everything that an application may leave behind, for a person. */
export async function findPersonalData({ services: { db } }: TestApp, { id }: TestActor) {
  const [applications, files, members, requests] = await Promise.all([
    db.selectFrom('applications').select('status').where('user_id', '=', id).execute(),
    db.selectFrom('files').select('kind').where('owner_id', '=', id).orderBy('kind').execute(),
    db.selectFrom('team_members').select('slot').where('user_id', '=', id).execute(),
    db.selectFrom('join_requests').select('status').where('requester_id', '=', id).execute(),
  ]);
  return {
    applications: applications.length,
    files: files.map((file) => file.kind),
    teams: members.length,
    requests: requests.length,
  };
}
