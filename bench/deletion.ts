import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { lockPlaces } from '../server/event/places.locks.ts';
import { openDatabase } from '../server/platform/db/open.ts';
import { insertApplicants } from './applicants.ts';
import { createOrganizer, type Stage } from './stage.ts';
import { type Result, toWorstResult } from './table.ts';

const applicants = 10_000;
const mails = 100_000;
const batch = 5000;
const accounts = 20;

/** Creates applicants with emails, notes, reviews and a log, and limits the places of the event. */
async function fill(stage: Stage, organizer: string): Promise<void> {
  const { analyze, program } = stage;
  // Without the time limit of the program's statements.
  const { db } = openDatabase(stage.database, { max: 1, maintenance: true });
  await insertApplicants({ ...stage, db }, 1, applicants);
  for (let sent = 0; sent < mails; sent += batch)
    await sql`insert into mails (user_id, recipient, subject, text, html, created_at, sent_at)
      select id, email, 'Your application', repeat('Hello, ' || name || '. ', 30), repeat('<p>' || name || '.</p>', 60), now(), now()
      from users where email is not null order by id limit ${batch}`.execute(db);
  for (const action of [
    'application.approved',
    'application.rejected',
    'application.undone',
    'application.offered',
  ])
    await sql`insert into audit (action, subject, detail)
      select ${action}, id, jsonb_build_object('from', 'pending', 'reason', 'as for the others of this table')
      from applications`.execute(db);
  await sql`insert into application_notes (id, application_id, text, at)
    select gen_random_uuid(), id, repeat('Knows maps. ', 20), now() from applications`.execute(db);
  await sql`insert into reviews (application_id, rating, note)
    select id, 4, repeat('Knows maps. ', 20) from applications`.execute(db);
  await db.destroy();
  await analyze();
  const headers = { cookie: organizer, 'content-type': 'application/json' };
  const { sections } = (await (await fetch(`${program.url}/api/settings`, { headers })).json()) as {
    sections: { section: string; version: number; values: object }[];
  };
  const { version, values } = sections.find(({ section }) => section === 'places')!;
  const body = JSON.stringify({ version, values: { ...values, capacity: 9000, waitlist: true } });
  const saved = await fetch(`${program.url}/api/settings/places`, { method: 'PUT', headers, body });
  if (!saved.ok) throw new Error(`the places were answered with ${saved.status}: ${await saved.text()}`);
}

/** Takes the lock of the places again and again; returns how to stop, which returns the longest wait in milliseconds. */
function waitForPlaces({ db }: Stage): () => Promise<number> {
  let [longest, isOver] = [0, false];
  const take = () => db.transaction().execute((trx) => lockPlaces(trx, { capacity: 1 }));
  const all = (async () => {
    while (!isOver) {
      const started = performance.now();
      // Longer than the limit for locks counts as that long.
      await take().catch(() => undefined);
      longest = Math.max(longest, performance.now() - started);
      await pause(1);
    }
    return longest;
  })();
  return () => {
    isOver = true;
    return all;
  };
}

/**
 * Measures how long it takes to delete accounts of approved applicants, one after the other, and how long somebody else waits
 * for the lock of the places meanwhile.
 */
export async function measureDeletion(stage: Stage): Promise<Result[]> {
  await fill(stage, await createOrganizer(stage));
  const people = await stage.db
    .selectFrom('applications')
    .where('status', '=', 'approved')
    .orderBy('created_at')
    .limit(accounts)
    .select('user_id as id')
    .execute();
  const [taken, waited]: [number[], number[]] = [[], []];
  let failed = 0;
  for (const { id } of people) {
    const cookie = await stage.createCookie(id);
    const stop = waitForPlaces(stage);
    const started = performance.now();
    const answer = await fetch(`${stage.program.url}/api/users/me`, {
      method: 'DELETE',
      headers: { cookie },
    });
    taken.push(performance.now() - started);
    waited.push(await stop());
    if (!answer.ok) failed += 1;
  }
  const deletion = toWorstResult(
    'deletion of an account at 10,000 applicants and 100,000 mails',
    taken,
    1000,
  );
  return [
    failed > 0 ? { ...deletion, baseline: `${failed} answers with an error`, met: false } : deletion,
    toWorstResult('wait for the lock of the places meanwhile', waited, 100),
  ];
}
