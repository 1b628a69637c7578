import { randomUUID } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { formatCount } from '../../../contract/platform/format.ts';
import type { FileStore } from '../../platform/files/store.ts';
import { selectTableNames } from './backup.queries.ts';
import { createBackup } from './backup.service.ts';
import {
  archiveFiles,
  readArchiveMarker,
  removeArchiveFiles,
  syncFolder,
  verifyBackup,
  writeArchiveMarker,
} from './event-archive.ts';
import * as queries from './new-event.queries.ts';

interface NewEvent {
  /** As the role that owns the tables, while no site runs. */
  connection: pg.ClientConfig;
  files: Pick<FileStore, 'read'>;
  now: () => Date;
  event: string;
  taken: queries.TakenAlong;
  /** Writes the public pages into a folder. */
  writeSite: (folder: string) => Promise<void>;
  note: (line: string) => void;
  /** The id of the owner who closes it, who stays; null for a command. */
  by: string | null;
}

type Counts = Awaited<ReturnType<typeof queries.countEvent>>;

function formatLeaving({ staff, team, judges }: Counts, taken: queries.TakenAlong): string {
  const helpers = taken.team
    ? `${staff - team} volunteers and mentors`
    : `${staff} reviewers, leads, volunteers and mentors`;
  const versions = taken.document
    ? 'earlier versions of the settings'
    : 'the settings of the event in all their versions';
  return `among them the accounts of ${helpers}, ${formatCount(judges, 'judge')}, and ${versions}`;
}

function formatStaying({ organizers, team }: Counts, taken: queries.TakenAlong): string {
  const people =
    formatCount(organizers, 'organizer') + (taken.team ? ` and ${team} reviewers and leads` : '');
  return `What stays: ${people} with their sign-ins,${taken.document ? ' what the next event takes along of the settings,' : ''} the results' password, blind review, the order of the waitlist, and saved views that name nobody.`;
}

/**
 * Closes the event: archives it in a folder as a backup and the public pages, and empties the database but for organizers
 * and a few settings. Nothing is deleted before the archive is complete, verified and flushed to the disk. After a crash, the
 * same call with the same folder begins the archive anew, or finds that all is done. Throws sentences for the operator.
 */
export async function startNewEvent(source: NewEvent, folder: string): Promise<void> {
  const { note, now, event, taken, by } = source;
  const client = new pg.Client(source.connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const marker = await readArchiveMarker(folder);
    const stored = await queries.selectArchiveState(client);
    const counts = await queries.countEvent(client);
    if (marker && marker.id !== stored?.id)
      throw new Error(`${folder} holds the archive of another event. Name an empty folder.`);
    if (marker && stored?.state === 'emptied') {
      // The team may have been taken along.
      if (counts.people > counts.team)
        throw new Error(`${folder} holds the archive of the event before this one. Name an empty folder.`);
      note(`This was done already: ${folder} holds the archive of ${marker.event}.`);
      return;
    }
    const id = marker?.id ?? randomUUID();
    note(
      `Closing ${event}: ${counts.applications} applications, ${counts.projects} projects and ${counts.people - (taken.team ? counts.team : 0)} accounts go into ${folder} and then out of the database, ${formatLeaving(counts, taken)}.\n${formatStaying(counts, taken)}`,
    );
    await queries.upsertArchiveState(client, { id, state: 'started' });
    await writeArchiveMarker(folder, { id, state: 'writing', event, at: now().toISOString() });
    await removeArchiveFiles(folder);
    await writeArchive(source, folder);
    await writeArchiveMarker(folder, { id, state: 'complete', event, at: now().toISOString() });
    note('The archive is complete. Emptying the database.');
    const tables = await selectTableNames(client);
    await queries.emptyEvent(
      client,
      tables.map(({ name }) => name),
      { id, at: now(), taken, by },
    );
    note(
      `The database is empty. Gone with the event: ${formatLeaving(counts, taken)}.\n${formatStaying(counts, taken)}`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function writeArchive({ connection, files, now, writeSite }: NewEvent, folder: string): Promise<void> {
  const backup = path.join(folder, archiveFiles.backup);
  const { problems } = await createBackup({ connection, files, now }, backup);
  if (problems.length > 0)
    throw new Error(
      `Nothing was emptied, because the backup lacks files:\n${problems.join('\n')}\nnpm run cli -- doctor says more.`,
    );
  await verifyBackup(backup);
  await writeSite(path.join(folder, archiveFiles.site));
  await syncFolder(folder);
}
