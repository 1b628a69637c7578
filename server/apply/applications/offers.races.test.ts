import { expect } from 'vitest';
import { findBrokenInvariants } from '../../operations/doctor/doctor.service.ts';
import { createApproved, createPendingApplicant, limitPlaces, runOffers } from '../../testing/places.ts';
import { race, withoutKeyLocks } from '../../testing/races.ts';

race(
  'K61: a place that is given out of turn counts within the capacity once, or beyond it',
  async (site) => {
    await site.services.db.deleteFrom('applications').execute();
    limitPlaces(site, { capacity: 2 });
    const { grace } = await createApproved(site, 1);
    const others = [await createPendingApplicant(site), await createPendingApplicant(site)];
    const path = (at: number) => `/applications/${others[at]!.applicationId}`;
    await site.together<unknown>([
      () => grace.call('POST', `${path(0)}/offer`, { reason: 'Speaks at the opening.' }),
      () => grace.call('PUT', path(1), { status: 'approved' }),
    ]);
    await runOffers(site);
    expect(await findBrokenInvariants(site.services)).toEqual([]);
    const { free, offered, waiting } = (await grace.call('GET', '/places')).json();
    // Whoever comes first has the last place: the offer goes beyond it then, the approval waits.
    expect([
      [3, 0],
      [2, 1],
    ]).toContainEqual([offered, waiting]);
    expect(free).toBe(0);
  },
  { without: withoutKeyLocks, paused: ['applications', 'settings'], pauses: 3 },
);
