import { expect } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { anonymous, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { listCodes } from '../../testing/codes.ts';
import { countAnswers, type RacingApp, race, withoutKeyLocks } from '../../testing/races.ts';
import { expectInvariants } from '../../testing/teams.ts';

const guard = { paused: ['users', 'walk_ins'], pauses: 6, without: withoutKeyLocks, rateLimitScale: 1000 };

let rounds = 0;
function createPerson() {
  rounds += 1;
  const email = `racing.${rounds}@example.org`;
  return { name: `Racer ${rounds}`, email, tShirtSize: 'M', dietaryRestrictions: 'vegan' };
}

const admit = (by: TestActor, id: string, person: object) =>
  by.call('PUT', `/walk-ins/${id}/check-in`, { person });

/** Fails unless the address has one account with one application and one check-in. */
async function expectOnePerson({ services: { db } }: RacingApp, email: string): Promise<void> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('applications', 'applications.user_id', 'users.id')
    .innerJoin('check_ins', 'check_ins.user_id', 'users.id')
    .where('email', '=', email)
    .select(['applications.status', 'check_ins.state'])
    .execute();
  expect(rows).toEqual([{ status: 'approved', state: 'admitted' }]);
}

race(
  'a walk-in whom two organizers admit at once, twice each, is one person with one pass',
  async (site) => {
    site.services.event.walkIns = true;
    const [one, other] = [await signUpAdmin(site), await signUpAdmin(site)];
    await one.call('PUT', '/walk-ins/registration', { opened: true });
    const person = createPerson();
    const id = crypto.randomUUID();
    await anonymous(site).call('PUT', `/walk-ins/${id}`, person);
    const answers = await site.together([one, other, one, other].map((by) => () => admit(by, id, person)));
    expect(countAnswers(answers)).toEqual({ 200: 4 });
    await expectOnePerson(site, person.email);
    await expectInvariants(site);
  },
  guard,
);

race(
  'a walk-in who signs in while they are admitted has one account, with the pass',
  async (site) => {
    site.services.event.walkIns = true;
    const grace = await signUpAdmin(site);
    const person = createPerson();
    const { email } = person;
    await anonymous(site).call('POST', '/auth/email/start', { email });
    const [code] = await listCodes(site, email);
    const [admitted, signedIn] = await site.together([
      () => admit(grace, crypto.randomUUID(), person),
      () => anonymous(site).call('POST', '/auth/email/verify', { email, code }),
    ]);
    expect([admitted!.statusCode, signedIn!.statusCode]).toEqual([200, 200]);
    expect(signedIn!.json().user._id).toBe(admitted!.json().data.userId);
    await expectOnePerson(site, email);
    const { email_verified } = await site.services.db
      .selectFrom('users')
      .where('email', '=', email)
      .select('email_verified')
      .executeTakeFirstOrThrow();
    expect(email_verified).toBe(true);
  },
  guard,
);

race(
  'of ten people who register at once for the last place of the list one is on it',
  async (site) => {
    site.services.event.walkIns = true;
    const grace = await signUpAdmin(site);
    await grace.call('PUT', '/walk-ins/registration', { opened: true });
    const { db } = site.services;
    await db.deleteFrom('walk_ins').execute();
    const { tShirtSize, dietaryRestrictions, ...person } = createPerson();
    const details = {
      t_shirt_size: 'M' as const,
      dietary_restrictions: dietaryRestrictions,
      track: 'Hacker Track',
    };
    const waiting = Array.from({ length: limits.walkIns.maxWaiting - 1 }, () => ({
      ...{ ...person, ...details, id: crypto.randomUUID(), created_at: new Date() },
    }));
    await db.insertInto('walk_ins').values(waiting).execute();
    const ids = Array.from({ length: 10 }, () => crypto.randomUUID());
    const answers = await site.together(
      ids.map((id) => () => anonymous(site).call('PUT', `/walk-ins/${id}`, createPerson())),
    );
    expect(countAnswers(answers)).toEqual({ 200: 1, 409: 9 });
    // People on the list can still correct their entries.
    const id = ids[answers.findIndex(({ statusCode }) => statusCode === 200)];
    expect((await anonymous(site).call('PUT', `/walk-ins/${id}`, createPerson())).statusCode).toBe(200);
    expect((await grace.call('GET', '/walk-ins')).json()).toHaveLength(limits.walkIns.maxWaiting);
  },
  { paused: ['walk_ins'], pauses: 10, without: withoutKeyLocks, rateLimitScale: 1000 },
);
