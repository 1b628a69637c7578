import { sql } from 'kysely';
import { expect } from 'vitest';
import { signUp, type TestActor } from '../../testing/actors.ts';
import { askForFeedback, checkInAtEntrance } from '../../testing/after-event.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { countAnswers, type RacingApp, race, withoutKeyLocks } from '../../testing/races.ts';

const attendees = new WeakMap<RacingApp, TestActor[]>();

/** Returns twenty people who were at the event, the same in every round. */
async function getAttendees(site: RacingApp): Promise<TestActor[]> {
  const before = attendees.get(site);
  if (before) return before;
  askForFeedback(site);
  const people = await Promise.all(Array.from({ length: 20 }, () => signUp(site)));
  for (const who of people) {
    await createApplicant(site, who);
    await checkInAtEntrance(site, who);
  }
  // A vacuum between two rounds frees places at the front, which the last rows would take.
  for (const table of ['feedback_given', 'feedback_answers'])
    await site.database.changeSchema(`alter table ${table} set (autovacuum_enabled = false)`);
  attendees.set(site, people);
  return people;
}

race(
  'twenty people at once are all counted, one of them twice at once only once, and nothing tells who came when',
  async (site) => {
    const people = await getAttendees(site);
    const { db } = site.services;
    await db.deleteFrom('feedback_answers').execute();
    await db.deleteFrom('feedback_given').execute();
    const answers = await site.together(
      [...people, people[0]!].map(
        (who) => () => who.call('POST', '/feedback', { answers: { 'all-in-all': 4 } }),
      ),
    );
    expect(countAnswers(answers)).toEqual({ 200: 20, 409: 1 });
    expect(await db.selectFrom('feedback_answers').select('id').execute()).toHaveLength(20);
    const { rows } = await sql<{ mark: string; transaction: string }>`
      select encode(mark, 'hex') as mark, xmin::text as transaction from feedback_given order by ctid`.execute(
      db,
    );
    expect(rows.map(({ mark }) => mark)).toEqual(rows.map(({ mark }) => mark).toSorted());
    expect([rows.length, new Set(rows.map(({ transaction }) => transaction)).size]).toEqual([20, 1]);
  },
  { without: withoutKeyLocks },
);
