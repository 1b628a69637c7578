import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listBrokenInvariants } from '../server/operations/doctor/doctor.service.ts';
import { openSession } from '../server/people-data/sessions.service.ts';
import { releaseStaleJobs } from '../server/platform/jobs/jobs.queries.ts';
import { defaultEvent } from '../server/testing/default-event.ts';
import { limitedEvent } from './limited-event.ts';
import { startProgram } from './program.ts';
import { Site } from './site.ts';

/** A site with limited places, and what its people do. */
interface Rush {
  people: number;
  capacity: number;
  kills: number;
  withoutLock?: boolean;
}

interface Applicant {
  id: string;
  cookie: string;
  attending: boolean;
}

/** Creates people whose approvals wait for a place; every other one will say no. */
async function createPeople(site: Site, count: number): Promise<Applicant[]> {
  const { rows } = await sql<{ id: string }>`with people as (
      insert into users (name, email, email_verified)
      select 'Person ' || n, 'person' || n || '@example.org', true from generate_series(1, ${count}) n returning id
    ), applied as (
      insert into applications (user_id, track, major, t_shirt_size, dietary_restrictions, why_join)
      select id, 'Hacker Track', 'Mathematics', 'M', 'none', 'To learn.' from people
      returning id
    ), waiting as (
      insert into waitlist (application_id, since, decided_at) select id, now(), now() from applied
    ) select id from people`.execute(site.db);
  const services = { random: randomBytes, now: () => new Date() };
  return site.db.transaction().execute(async (trx) => {
    const applicants: Applicant[] = [];
    for (const { id } of rows) {
      const cookie = `sid=${await openSession(services, trx, 'user', { user_id: id })}`;
      applicants.push({ id, cookie, attending: applicants.length % 2 === 0 });
    }
    return applicants;
  });
}

async function listAsked(site: Site): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select user_id as id from applications
    where status = 'approved' and not attendance_confirmed and not attendance_declined`.execute(site.db);
  return new Set(rows.map(({ id }) => id));
}

const readFigures = async (site: Site) => {
  const { rows } = await sql<{ held: number; waiting: number }>`select
    (select count(*)::int from applications a left join places p on p.application_id = a.id where a.status = 'approved'
      and not attendance_declined and lapsed_at is null) as held,
    (select count(*)::int from waitlist) as waiting`.execute(site.db);
  return rows[0]!;
};

/** Returns what is left when answers lead nowhere. */
async function describe(site: Site, figures: object): Promise<string> {
  const { rows } = await sql`select task_identifier as task, run_at, locked_at, attempts, last_error
    from graphile_worker.jobs order by id limit 20`.execute(site.db);
  return JSON.stringify({ figures, jobs: rows, output: site.program.output().slice(-2000) }, null, 1);
}

/**
 * Everybody is offered a place or waits, and answers again and again until it counts. The program is killed as a power cut does. Returns the most places that were ever held, and what was held and who waited at the end.
 */
async function rush({ people, capacity, kills, withoutLock = false }: Rush) {
  const site = new Site();
  const environment = {
    ...limitedEvent({ capacity }),
    ...(withoutLock && { NODE_OPTIONS: `--import=${new URL('places-lock.hooks.ts', import.meta.url).href}` }),
  };
  await site.start({ ...environment, LOG_LEVEL: 'error' });
  try {
    const applicants = await createPeople(site, people);
    let most = 0;
    let over = false;
    const watching = (async () => {
      while (!over) {
        most = Math.max(most, (await readFigures(site)).held);
        await pause(20);
      }
    })();
    const kill = async () => {
      await site.program.stop('SIGKILL');
      site.program = await startProgram({ ...site.environment, ...environment, LOG_LEVEL: 'error' });
      // It is alone, so what it had locked is free at once.
      await releaseStaleJobs(site.db, 0);
    };
    // What a call that frees a place queues.
    await sql`select graphile_worker.add_job('offer-places', '{}')`.execute(site.db);
    if (kills > 0) await pause(100).then(kill);
    const answer = ({ cookie, attending }: Applicant) =>
      fetch(`${site.url}/api/attendance`, {
        method: 'PUT',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ attending }),
        signal: AbortSignal.timeout(60_000),
      }).catch(() => undefined);
    // At first everybody answers, then who is asked, until nobody is.
    const latest = Date.now() + 300_000;
    let asked = new Set(applicants.map(({ id }) => id));
    for (let left = kills - 1; ; left -= 1) {
      const round = Promise.all(applicants.filter(({ id }) => asked.has(id)).map(answer));
      if (left > 0) await pause(400).then(kill);
      await round;
      asked = await listAsked(site);
      const { waiting, held } = await readFigures(site);
      if (most > capacity || (asked.size === 0 && (waiting === 0 || held >= capacity))) break;
      if (Date.now() > latest) throw new Error(await describe(site, { asked: asked.size, waiting, held }));
      await pause(20);
    }
    over = true;
    await watching;
    const limited = { ...defaultEvent, capacity, waitlist: true };
    return {
      most,
      ...(await readFigures(site)),
      broken: await listBrokenInvariants({ db: site.db, event: limited }),
    };
  } finally {
    await site.stop();
  }
}

test('1,000 answers at once for 200 places: never 201, and nobody waits while one is free', async () => {
  const { most, held, broken, waiting } = await rush({ people: 1000, capacity: 200, kills: 3 });
  expect({ most, held, broken }).toEqual({ most: 200, held: 200, broken: [] });
  expect(waiting).toBeGreaterThan(0);
});

test('not without the lock under which places are taken', async () => {
  // Two answers need not meet in one round.
  let most = 0;
  for (let round = 1; most <= 60 && round <= 5; round += 1)
    ({ most } = await rush({ people: 300, capacity: 60, kills: 0, withoutLock: true }));
  expect(most).toBeGreaterThan(60);
});
