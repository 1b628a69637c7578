import { expect } from 'vitest';
import { listBrokenInvariants } from '../../operations/doctor/doctor.service.ts';
import { createApproved, createPendingApplicant, limitPlaces, runOffers } from '../../testing/places.ts';
import { race, withoutKeyLocks } from '../../testing/races.ts';

race(
  'a place that is given out of turn counts within the capacity once, or beyond it',
  async (site) => {
    await site.services.db.deleteFrom('applications').execute();
    limitPlaces(site, { capacity: 2 });
    const { grace } = await createApproved(site, 1);
    const others = [];
    for (let n = 0; n < 4; n += 1) others.push(await createPendingApplicant(site));
    // Each of four calls may take the last place.
    await site.together<unknown>(
      others.map(
        ({ applicationId }, at) =>
          () =>
            at % 2
              ? grace.call('PUT', `/applications/${applicationId}`, { status: 'approved' })
              : grace.call('POST', `/applications/${applicationId}/offer`, { reason: 'Speaks.' }),
      ),
    );
    await runOffers(site);
    expect(await listBrokenInvariants(site.services)).toEqual([]);
    const { free, offered, waiting } = (await grace.call('GET', '/places')).json();
    // If an approval comes first it has the place, and both offers go beyond the capacity; otherwise both approvals wait.
    expect([
      [4, 1],
      [3, 2],
    ]).toContainEqual([offered, waiting]);
    expect(free).toBe(0);
  },
  { without: withoutKeyLocks, paused: ['held_decisions'], pauses: 4 },
);
