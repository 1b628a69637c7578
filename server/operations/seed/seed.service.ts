import { mkdir } from 'node:fs/promises';
import type { Insertable } from 'kysely';
import { hour } from '../../../contract/platform/durations.ts';
import { parseZonedTime } from '../../../contract/platform/zoned-time.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { transact } from '../../platform/db/transact.ts';
import { stagingFolder } from '../../platform/files/staging.ts';
import type { Services } from '../../platform/services.ts';
import { createApplicants, type SeedApplicant, type SeedDates, type SeedEvent } from './applicants.ts';
import { createPitchDeck, createResume, writePdf } from './documents.ts';
import { createRng, type Rng } from './random.ts';
import { analyzeTables, countSeededUsers, getDemoAdminId, insertRows } from './seed.queries.ts';
import { storeSeedFile } from './seed-files.ts';

export const demoAdminEmail = 'robin@organisers.example';

const batch = 500;
const writers = 16;

type FileRow = Insertable<Tables['files']> & { id: string };

/** Writes all documents, several at a time, and links them to the applications. */
async function writeDocuments(services: Services, rng: Rng, applicants: SeedApplicant[]): Promise<FileRow[]> {
  const withDeck = new Set(
    services.event.tracks.filter((track) => track.requiresPitchDeck).map(({ id }) => id),
  );
  // All random numbers are drawn before the first wait, so that the order of disk writes changes nothing.
  const documents = applicants.flatMap(({ user, application, author }) => {
    const kinds = withDeck.has(application.track)
      ? (['resume', 'pitchDeck'] as const)
      : (['resume'] as const);
    return kinds.map((kind) => ({
      application,
      ownerId: user.id,
      kind,
      draw: kind === 'resume' ? createResume(rng, author) : createPitchDeck(rng, author),
      // Of 65,000 generators two begin alike; owners do not.
      id:
        createRng(rng.int(2 ** 32))
          .uuid()
          .slice(0, 24) + user.id.slice(24),
    }));
  });
  const rows: FileRow[] = [];
  const write = async () => {
    for (let document = documents.pop(); document; document = documents.pop()) {
      const row = await storeSeedFile(
        services,
        document.id,
        { owner_id: document.ownerId, kind: document.kind },
        await writePdf(document.draw),
        'pdf',
      );
      document.application[document.kind === 'resume' ? 'resume_file_id' : 'pitch_deck_file_id'] = row.id;
      rows.push(row);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return rows;
}

async function insertCrowd(services: Services, made: SeedEvent, files: FileRow[], organizerId: string) {
  const reviewed = made.applicants.map(({ application }) => ({
    ...application,
    reviewed_by: application.reviewed_at ? organizerId : null,
  }));
  const checkIns = made.checkIns.map((row) => ({ ...row, checked_in_by: organizerId }));
  await transact(services.db, async (trx) => {
    await insertRows(
      trx,
      'users',
      made.applicants.map(({ user }) => user),
    );
    await insertRows(trx, 'files', files);
    await insertRows(trx, 'applications', reviewed);
    await insertRows(trx, 'teams', made.teams);
    await insertRows(trx, 'team_members', made.members);
    await insertRows(trx, 'join_requests', made.requests);
    await insertRows(trx, 'check_ins', checkIns);
  });
}

/** Returns the event's own days, or the last weeks and this morning when the event is in the future. */
function getSeedDates({ event, now }: Pick<Services, 'event' | 'now'>): SeedDates {
  const doorsAt = parseZonedTime(event.dates.start, '08:30', event.timezone);
  const closesAt = new Date(event.registration.closesAt);
  if (doorsAt < now()) return { closesAt, doorsAt };
  return { closesAt: now(), doorsAt: new Date(now().getTime() - 2 * hour) };
}

/**
 * Fills the site with invented people: applications with real PDFs, teams, join requests, and check-ins on the first
 * morning. The same number gives the same people; running it again adds others.
 */
export async function seed(services: Services, applicants: number): Promise<void> {
  await mkdir(stagingFolder(services.config.dataDir), { recursive: true });
  const organizerId = await getDemoAdminId(services.db, demoAdminEmail);
  const before = await countSeededUsers(services.db);
  const rng = createRng(2025 + before);
  const calendar = getSeedDates(services);
  for (let done = 0; done < applicants; done += batch) {
    const count = Math.min(batch, applicants - done);
    const made = createApplicants(rng, services.event, calendar, {
      first: before + done + 1,
      count,
      of: before + applicants,
    });
    const files = await writeDocuments(services, rng, made.applicants);
    await insertCrowd(services, made, files, organizerId);
  }
  await analyzeTables(services.db);
}
