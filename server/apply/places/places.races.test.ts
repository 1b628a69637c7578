import { expect } from 'vitest';
import { listBrokenInvariants } from '../../operations/doctor/doctor.service.ts';
import { createApproved, createPendingApplicant, limitPlaces, runOffers } from '../../testing/places.ts';
import { race, withoutKeyLocks } from '../../testing/races.ts';

race(
  'no more places are given than there are, and nobody waits while one is free',
  async (site) => {
    await site.services.db.deleteFrom('applications').execute();
    limitPlaces(site, { capacity: 2 });
    const { grace, people } = await createApproved(site, 2);
    const [first, second] = people;
    const answer = (attending: boolean) => first!.call('PUT', '/attendance', { attending });
    const late = [await createPendingApplicant(site), await createPendingApplicant(site)];
    // Two places are free, and four calls take one each.
    await answer(false);
    await second!.call('POST', '/applications/withdraw');
    await site.together<unknown>([
      () => answer(true),
      () => second!.call('POST', '/applications/restore'),
      ...late.map(
        ({ applicationId }) =>
          () =>
            grace.call('PUT', `/applications/${applicationId}`, { status: 'approved' }),
      ),
      () => runOffers(site),
    ]);
    // The job that a freed place has queued.
    await runOffers(site);
    expect(await listBrokenInvariants(site.services)).toEqual([]);
    const { free, waiting } = (await grace.call('GET', '/places')).json();
    expect(Math.min(free, waiting)).toBe(0);
  },
  { without: withoutKeyLocks, paused: ['settings'], pauses: 2 },
);
