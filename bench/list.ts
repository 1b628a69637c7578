import { sql } from 'kysely';
import { measureLatency, openStage, type Stage } from './stage.ts';
import type { Result } from './table.ts';

const sizes = [1000, 10_000, 50_000];
const batch = 2000;
const note = (line: string) => void process.stderr.write(`${line}\n`);

/** Inserts applicants in every status and track, without documents: `Person first` to `Person last`. */
async function insertApplicants({ db }: Stage, first: number, last: number): Promise<void> {
  await sql`
    with people as (
      insert into users (name, email, email_verified)
      select 'Person ' || number, 'person.' || number || '@example.edu', true
      from generate_series(${first}::int, ${last}::int) as number
      returning id, split_part(name, ' ', 2)::int as number
    )
    insert into applications (user_id, status, track, major, t_shirt_size, dietary_restrictions, why_join,
      created_at, reviewed_at)
    select id, (array['pending', 'approved', 'rejected'])[number % 3 + 1],
      (array['Hacker Track', 'Startup Track', 'Clozyt Track'])[number % 5 % 3 + 1],
      (array['Mathematics', 'Biology', 'Art History', 'Physics'])[number % 4 + 1], 'M', 'vegan',
      repeat('To build something. ', 20), timestamptz '2025-08-01' + number * interval '20 seconds',
      case when number % 3 > 0 then timestamptz '2025-09-01' end
    from people`.execute(db);
}

/** Returns the addresses of pages of 50 as the organizers' list requests them, with `total` applications. */
async function listAddresses({ db }: Stage, total: number): Promise<Record<string, string>> {
  const page = '/api/applications?limit=50';
  const middle = await db
    .selectFrom('applications')
    .orderBy('created_at', 'desc')
    .offset(total / 2)
    .select('id')
    .executeTakeFirstOrThrow();
  return {
    'first page': page,
    'first page of a status': `${page}&status=pending`,
    'first page by track': `${page}&sort=track`,
    'page after one in the middle': `${page}&after=${middle.id}`,
    'page jumped to in the middle': `${page}&offset=${total / 2}`,
    'page of a search for two words': `${page}&q=${encodeURIComponent('person.7 math')}`,
  };
}

/** Measures pages of the organizers' list with 1,000, 10,000 and 50,000 applications. */
export async function measureList(): Promise<Result[]> {
  const stage = await openStage();
  try {
    const { id } = await stage.db
      .insertInto('users')
      .values({ name: 'Organizer', role: 'admin' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const cookie = await stage.createCookie(id);
    const taken = new Map<string, number[]>();
    let existing = 0;
    for (const size of sizes) {
      note(`Filling up to ${size.toLocaleString('en')} applications …`);
      for (; existing < size; existing += batch)
        await insertApplicants(stage, existing + 1, Math.min(existing + batch, size));
      existing = size;
      await sql`vacuum analyze`.execute(stage.db);
      for (const [work, address] of Object.entries(await listAddresses(stage, size)))
        taken.set(work, [...(taken.get(work) ?? []), await measureLatency(stage, address, cookie)]);
    }
    return [...taken].map(([work, figures]) => {
      const [small = 0, middle = 0, large = 0] = figures;
      // Words are searched in every application; everything else uses an index.
      const scans = work.includes('words');
      return {
        work: `list: ${work}`,
        ours: `p95 ${figures.join(' · ')} ms`,
        floor: `at ${sizes.map((size) => size.toLocaleString('en')).join(' · ')}`,
        bar: scans ? 'p95 < 50 ms at 10,000, < 200 ms at 50,000' : 'p95 < 50 ms, flat',
        met: scans ? middle < 50 && large < 200 : large < 50 && large < Math.max(2 * small, small + 10),
      };
    });
  } finally {
    await stage.close();
  }
}
