import { expect, test } from 'vitest';
import { findAccessibilityProblems, findOverflow } from './accessibility.ts';
import { createApproved } from './check-in-people.ts';
import { getButton } from './page.ts';
import { useSite } from './site.ts';

const site = useSite();

test('an organizer looks at the dashboard of an applicant, changes nothing, and leaves', async () => {
  const grace = await site.person({ name: 'Grace Hopper', role: 'admin' });
  await createApproved(site, 'Ada Lovelace');
  const office = await site.open('/dashboard', { as: grace });
  await office.getByRole('button', { name: /^Ada Lovelace/ }).click();
  await office.getByRole('link', { name: 'View as this person' }).click();
  await office.getByText('You are viewing as Ada Lovelace.').waitFor();
  await office.getByRole('heading', { name: 'Team Formation' }).waitFor();
  expect(await office.getByLabel('Looking for a team').isDisabled()).toBe(true);
  expect(await office.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
  expect(await findAccessibilityProblems(office)).toEqual([]);
  await office.setViewportSize({ width: 390, height: 844 });
  expect(await findOverflow(office)).toEqual([]);
  await office.getByRole('link', { name: 'Leave' }).click();
  await office.getByRole('link', { name: 'View as this person' }).waitFor();
  await office.goto('/log');
  await office.getByText('looked at the dashboard of').waitFor();
  expect(await getButton(office, 'Leave').count()).toBe(0);
});
