import { expect } from 'vitest';
import { signUp } from '../../testing/actors.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { countAnswers, type RacingApp, race, withoutKeyLocks } from '../../testing/races.ts';

const guard = { paused: ['thing_reservations'], pauses: 6, without: withoutKeyLocks, rateLimitScale: 1000 };

async function createHackers(site: RacingApp) {
  site.services.event.lending = { hours: 4, things: ['1 Headset'] };
  const hackers = [await signUp(site), await signUp(site), await signUp(site)];
  for (const hacker of hackers) await createApplicant(site, hacker);
  await site.services.db.deleteFrom('loan_scans').execute();
  await site.services.db.deleteFrom('thing_reservations').execute();
  return hackers;
}

race(
  'a thing that three stations hand out at once is with one person, and the others hear so',
  async (site) => {
    const hackers = await createHackers(site);
    const vera = await signUp(site, { role: 'volunteer' });
    const answers = await site.together(
      hackers.map(
        ({ id: userId }) =>
          () =>
            vera.call('PUT', `/lending/scans/${crypto.randomUUID()}`, { number: '1', userId }),
      ),
    );
    expect(countAnswers(answers)).toEqual({ 200: 1, 409: 2 });
    const [thing] = (await vera.call('GET', '/lending/loans')).json();
    expect(thing.person.userId).toBe(hackers[answers.findIndex(({ statusCode }) => statusCode === 200)]?.id);
  },
  guard,
);

race(
  'a thing that three people reserve at once is held for one of them',
  async (site) => {
    const hackers = await createHackers(site);
    const answers = await site.together(
      hackers.map((hacker) => () => hacker.call('PUT', '/lending/reservations/1')),
    );
    expect(countAnswers(answers)).toEqual({ 200: 1, 409: 2 });
  },
  guard,
);
