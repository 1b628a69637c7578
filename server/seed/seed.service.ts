import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Insertable } from 'kysely';
import { instantOf } from '../../contract/zoned-time.ts';
import type { Tables } from '../db/tables.ts';
import { transact } from '../db/transact.ts';
import { stagingFolder } from '../files/staging.ts';
import type { Services } from '../services.ts';
import { type Applicant, type Calendar, type Crowd, crowd } from './applicants.ts';
import { pitchDeck, resume } from './documents.ts';
import { type Chance, chanceFrom } from './random.ts';
import { analyse, countInvented, demoOrganiser, insertAll } from './seed.queries.ts';

/** Who organises the invented event. */
export const organiserAddress = 'robin@organisers.example';

const batch = 500;
const writers = 16;
const hour = 60 * 60_000;

type FileRow = Insertable<Tables['files']> & { id: string };

/** Stores a paper and returns its row. Not flushed to the disk one by one: what is invented can be invented again. */
async function store(
  services: Services,
  chance: Chance,
  ownerId: string,
  kind: FileRow['kind'],
  content: Buffer,
) {
  const id = chance.uuid();
  const staged = path.join(stagingFolder(services.config.dataDir), `${id}.part`);
  await writeFile(staged, content, { mode: 0o600 });
  const sha256 = createHash('sha256').update(content).digest();
  const file = {
    path: staged,
    size: content.length,
    sha256,
    head: content.subarray(0, 16),
    tail: content.subarray(-1024),
  };
  await services.files.keep(file, `${id}.pdf`);
  return { id, owner_id: ownerId, kind, storage_key: `${id}.pdf`, size: content.length, sha256 };
}

/** Writes everybody's papers, several at a time, and gives them to the applications. */
async function writePapers(services: Services, chance: Chance, applicants: Applicant[]): Promise<FileRow[]> {
  const withDeck = new Set(
    services.event.tracks.filter((track) => track.requiresPitchDeck).map(({ id }) => id),
  );
  // All chance is taken before the first wait, so that the order of the disk changes nothing.
  const papers = applicants.flatMap(({ user, application, author }) => {
    const kinds = withDeck.has(application.track)
      ? (['resume', 'pitchDeck'] as const)
      : (['resume'] as const);
    return kinds.map((kind) => ({
      application,
      ownerId: user.id,
      kind,
      content: kind === 'resume' ? resume(chance, author) : pitchDeck(chance, author),
      chance: chanceFrom(chance.int(2 ** 32)),
    }));
  });
  const rows: FileRow[] = [];
  const write = async () => {
    for (let paper = papers.pop(); paper; paper = papers.pop()) {
      const row = await store(services, paper.chance, paper.ownerId, paper.kind, paper.content);
      paper.application[paper.kind === 'resume' ? 'resume_file_id' : 'pitch_deck_file_id'] = row.id;
      rows.push(row);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return rows;
}

async function insertCrowd(
  services: Services,
  made: Crowd,
  files: FileRow[],
  organiserId: string,
): Promise<void> {
  const reviewed = made.applicants.map(({ application }) => ({
    ...application,
    reviewed_by: application.reviewed_at ? organiserId : null,
  }));
  const checkIns = made.checkIns.map((row) => ({ ...row, checked_in_by: organiserId }));
  await transact(services.db, async (trx) => {
    await insertAll(
      trx,
      'users',
      made.applicants.map(({ user }) => user),
    );
    await insertAll(trx, 'files', files);
    await insertAll(trx, 'applications', reviewed);
    await insertAll(trx, 'teams', made.teams);
    await insertAll(trx, 'team_members', made.members);
    await insertAll(trx, 'join_requests', made.requests);
    await insertAll(trx, 'check_ins', checkIns);
  });
}

/** The event's own days, or the last weeks and this morning when the event is still to come. */
function calendarOf({ event, now }: Pick<Services, 'event' | 'now'>): Calendar {
  const doorsAt = instantOf(event.dates.start, '08:30', event.timezone);
  const closesAt = new Date(event.registration.closesAt);
  if (doorsAt < now()) return { closesAt, doorsAt };
  return { closesAt: now(), doorsAt: new Date(now().getTime() - 2 * hour) };
}

/**
 * Fills the site with invented people: applications with real PDFs, teams, join requests, and the first morning at the
 * door. The same number gives the same people; a second time adds others.
 */
export async function seed(services: Services, applicants: number): Promise<void> {
  await mkdir(stagingFolder(services.config.dataDir), { recursive: true });
  const organiserId = await demoOrganiser(services.db, organiserAddress);
  const before = await countInvented(services.db);
  const chance = chanceFrom(2025 + before);
  const calendar = calendarOf(services);
  for (let done = 0; done < applicants; done += batch) {
    const count = Math.min(batch, applicants - done);
    const made = crowd(chance, services.event, calendar, {
      first: before + done + 1,
      count,
      of: before + applicants,
    });
    const files = await writePapers(services, chance, made.applicants);
    await insertCrowd(services, made, files, organiserId);
  }
  await analyse(services.db);
}
