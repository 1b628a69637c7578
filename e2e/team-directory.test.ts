import { expect, test } from 'vitest';
import { createApplicant } from '../server/testing/applicants.ts';
import type { Page } from './browser.ts';
import { createTaps, getButton } from './page.ts';
import { announced, detail, type SitePerson, useSite } from './site.ts';

const site = useSite();
const phone = { viewport: { width: 390, height: 844 } };

async function hacker(name: string): Promise<SitePerson> {
  const person = await site.person({ name });
  await createApplicant({ services: { db: site.db } }, person, {});
  return person;
}
const members = (page: Page) => page.getByRole('list', { name: 'Members' }).getByRole('listitem');

test('from two dashboards it takes three taps to join a team, and another track is said', async () => {
  const [lou, pat] = [await hacker('Lou'), await hacker('Pat')];
  await lou.call('POST', '/teams', { name: 'Startup Crew' });
  await site.db
    .updateTable('applications')
    .set({ track: 'Startup Track' })
    .where('user_id', '=', lou.id)
    .execute();
  await pat.call('PUT', '/attendance', { attending: true });
  const open = async (as: SitePerson) => {
    const page = await site.open('/sign-in', { as, ...phone, hasTouch: true });
    await page.clock.setFixedTime('2025-09-10T19:00:00Z');
    await page.goto('/dashboard');
    return page;
  };
  const page = await open(pat);
  const { taps, tap } = createTaps(page);
  await tap('button', 'Ask to join Startup Crew');
  await page.getByText('Its project will be judged in Startup Track; you chose Hacker Track.').waitFor();
  await page.getByLabel('Message (optional)').fill('I know Postgres.');
  await page.getByRole('dialog').getByRole('button', { name: 'Send request' }).tap();
  await page.getByText('Join request sent').waitFor();
  await expect.poll(() => getButton(page, 'Ask to join Startup Crew').isDisabled()).toBe(true);
  const leading = await open(lou);
  await leading.getByText('Pat asks to join').waitFor();
  const answer = createTaps(leading);
  await answer.tap('button', 'Approve Pat');
  await page.getByText('You are now in Startup Crew.').waitFor(announced);
  // With the one that sends, in a dialog.
  expect(taps.count + 1 + answer.taps.count).toBe(3);
});

test('a team is found without its name: the leader says what it needs, somebody browses and asks', async () => {
  const [lea, sam] = [await hacker('Lea'), await hacker('Sam')];
  const leading = await site.open('/dashboard', { as: lea });
  await leading.getByLabel('Team name').fill('Amber Pixels');
  await leading.getByLabel('Your idea in one line').fill('Maps you can hear');
  await getButton(leading, 'Create team').click();
  await leading.getByRole('heading', { name: 'Fill your seats' }).click();
  await leading.getByLabel('We need').fill('Somebody who draws');
  expect(await leading.getByLabel('Our idea').inputValue()).toBe('Maps you can hear');
  await leading.getByLabel('Our idea').fill('Maps you hear');
  await getButton(leading, 'Save').click();
  await leading.getByText('Saved', { exact: true }).first().waitFor();

  const page = await site.open('/dashboard#team-formation', { as: sam, ...phone });
  await page.getByRole('tab', { name: 'Find a team' }).click();
  const team = page.getByRole('region', { name: 'Open teams' }).getByRole('listitem').first();
  expect((await team.innerText()).split('\n').slice(0, 4)).toEqual([
    'Amber Pixels',
    'Maps you hear',
    'We need: Somebody who draws',
    'led by Lea · 1 of 4 seats taken · Hacker Track',
  ]);
  await getButton(page, 'Clozyt Track').click();
  await page.getByText('No team in Clozyt Track has a free seat right now.').waitFor();
  await getButton(page, 'Show all tracks').click();
  await getButton(page, 'Ask to join Amber Pixels').click();
  await getButton(page, 'Send request').click();
  await leading.getByRole('button', { name: 'Approve Sam' }).waitFor(announced);
});

test('a leader invites from a card; the person accepts, and the card is gone', async () => {
  const [lou, kim] = [await hacker('Lou'), await hacker('Kim')];
  const made = await lou.call('POST', '/teams', { name: 'Code Crew' });
  const crew = (await made.json()) as { _id: string };
  const page = await site.open('/dashboard#team-formation', { as: kim, ...phone });
  await getButton(page, 'Introduce yourself').click();
  await getButton(page, 'Post card').click();
  await page.getByText('Please enter at least one skill.').waitFor();
  await page.getByLabel('Your skills').fill('Rust, sewing');
  await page.getByLabel('One line about you').fill('I like maps.');
  await getButton(page, 'Post card').click();
  await page.getByText('Rust, sewing').waitFor();
  await page.getByRole('radio', { name: 'Looking for a team', checked: true }).waitFor();

  const leading = await site.open('/dashboard', { as: lou });
  await leading.getByRole('heading', { name: 'Fill your seats' }).click();
  await getButton(leading, 'People without a team').click();
  const card = leading.getByRole('list', { name: 'People without a team' }).getByRole('listitem');
  expect((await card.innerText()).split('\n').slice(0, 3)).toEqual(['Kim', 'Rust, sewing', 'I like maps.']);
  await kim.call('POST', '/teams/join-requests', { teamId: crew._id });
  await page.getByRole('button', { name: 'Cancel the request to Code Crew' }).waitFor(announced);
  await getButton(leading, 'Invite Kim').click();
  await card.getByText('Invited').waitFor();

  await page.getByText('Lou invites you to Code Crew').waitFor(announced);
  // It answers the request, which need not be answered beside it.
  await getButton(page, 'Cancel the request to Code Crew').waitFor({ state: 'detached' });
  await getButton(page, 'Accept the invite to Code Crew').click();
  await page.getByRole('heading', { name: 'Code Crew', exact: true }).waitFor();
  await expect.poll(() => members(leading).count(), announced).toBe(2);
  await leading.getByText('No one has posted a card yet.').waitFor();
});

detail('a declined invite is gone for the person and said to the leader', async () => {
  const [ida, bob] = [await hacker('Ida'), await hacker('Bob')];
  await ida.call('POST', '/teams', { name: 'Early Birds' });
  await bob.call('PUT', '/teams/card', { skills: 'Piano', about: '' });
  const leading = await site.open('/dashboard', { as: ida });
  await leading.getByRole('heading', { name: 'Fill your seats' }).click();
  await getButton(leading, 'People without a team').click();
  await getButton(leading, 'Invite Bob').click();
  const page = await site.open('/dashboard', { as: bob });
  await getButton(page, 'Decline the invite to Early Birds').click();
  await page.getByText('Invite declined').waitFor();
  await page.getByRole('list', { name: 'Invites' }).waitFor({ state: 'detached' });
  await leading.getByText('Declined').waitFor(announced);
  await getButton(page, 'Delete card').click();
  await page.getByText('Your card is deleted').waitFor();
  await getButton(page, 'Introduce yourself').waitFor();
});
