import { expect, test } from 'vitest';
import { acceptLateProjects, projectText } from '../server/testing/projects.ts';
import { createApplicant, createPdfFile } from './applicants.ts';
import type { Page } from './browser.ts';
import { findMailTo } from './outbox.ts';
import { createTaps, getButton, getToast } from './page.ts';
import { announced, detail, type SitePerson, useSite } from './site.ts';

const site = useSite();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

interface Invited {
  name: string;
  inviteLink: string;
  inviteCode: string;
}

async function teamOf(leader: SitePerson, name: string): Promise<Invited> {
  return (await (await leader.call('POST', '/teams', { name })).json()) as Invited;
}

/** The path of a link, on this run's port. */
const pathOf = (link: string) => new URL(link).pathname;

async function approve(email: string): Promise<void> {
  const { id } = await site.db
    .selectFrom('applications')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .select('applications.id')
    .where('users.email', '=', email)
    .executeTakeFirstOrThrow();
  const organizer = await site.person({ role: 'admin' });
  expect((await organizer.call('PUT', `/applications/${id}`, { status: 'approved' })).status).toBe(200);
}

type Tap = ReturnType<typeof createTaps>['tap'];

async function signIn(page: Page, tap: Tap, email: string, name: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await tap('button', 'Send me a code');
  const code = page.getByLabel('Code from the email');
  await code.waitFor();
  const mail = await findMailTo(site.dataDir, email, /sign-in code/);
  // Complete, it is sent by itself.
  await code.fill(/\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '');
  await page.getByLabel('Full name').fill(name);
  await tap('button', 'Continue');
}

/** Fills in what comes before the team. */
async function fillBeforeTeam(page: Page, tap: Tap): Promise<void> {
  await page.getByLabel('Major / field of study').fill('Mathematics');
  await tap('radio', 'M');
  await tap('radio', 'Vegan');
  await tap('button', 'Next');
  await page.getByLabel('Why do you want to join?').fill('To build with Wei.');
  await tap('radio', 'Hacker Track');
  await tap('button', 'Next');
}

test('from the landing page to an application, with a chosen or a new team, in at most 12 taps beside typing', async () => {
  const wei = await createApplicant(site, { name: 'Wei Chen', status: 'approved' });
  await teamOf(wei, 'Brass Owls');
  for (const way of ['chosen', 'new']) {
    const page = await site.open('/', phone);
    const { taps, tap } = createTaps(page);
    await tap('link', /^register/i);
    await signIn(page, tap, `${way}.person@example.org`, 'Nora New');
    await fillBeforeTeam(page, tap);
    if (way === 'chosen') {
      await tap('radio', 'Looking for a team');
      // It leads on.
      await tap('button', 'Choose Brass Owls');
    } else {
      await tap('radio', 'Create a team');
      await page.getByLabel('Team name').fill('Amber Owls');
      await tap('button', 'Next');
    }
    const team = page.getByText(way === 'chosen' ? 'Brass Owls' : 'Creates Amber Owls');
    await team.filter({ visible: true }).waitFor();
    await page.locator('input[type=file]').first().setInputFiles(createPdfFile());
    await tap('button', 'Submit application');
    await page.waitForURL('**/dashboard');
    // One more chose the file.
    expect([way, taps.count + 1]).toEqual([way, 12]);
  }
});

test('by a link, signed out, to the team: no dead end, at most 11 taps to the application, beside typing', async () => {
  const wei = await createApplicant(site, { name: 'Wei Zhang', status: 'approved' });
  const team = await teamOf(wei, 'Amber Pixels');
  const page = await site.open(pathOf(team.inviteLink), phone);
  const { taps, tap } = createTaps(page);
  await page.getByRole('heading', { name: 'Wei invites you to Amber Pixels.' }).waitFor();
  await page.getByText('Overnight 2025 · September 20–21, 2025 · ECG 101').waitFor();
  // The event lies in the past: it can still be accepted, but nothing counts seats.
  await page.getByText('Overnight 2025 is over.').waitFor();
  expect(await page.getByText('seats left').count()).toBe(0);

  // What it means is said before it is accepted.
  await page.getByText('Apply first. Your application asks Wei to take you in.').waitFor();
  await tap('link', 'Accept');
  await page
    .getByText('Wei invites you to Amber Pixels. If you have not applied yet, it takes about 5 minutes.')
    .waitFor();
  const email = 'nora.new@example.org';
  await signIn(page, tap, email, 'Nora New');
  // After accepting, the application opens without another tap.
  await page.waitForURL('**/apply');
  await fillBeforeTeam(page, tap);
  // The team is chosen.
  expect(await page.getByRole('radio', { name: 'Looking for a team' }).isChecked()).toBe(true);
  await page.getByText('led by Wei Zhang · 1 of 4 seats taken · Hacker Track').waitFor();
  await tap('button', 'Next');
  await page.locator('input[type=file]').first().setInputFiles(createPdfFile());
  await tap('button', 'Submit application');
  await page.waitForURL('**/dashboard');
  // One more chose the file.
  expect(taps.count + 1).toBeLessThanOrEqual(11);
  await page.getByText('Wei Zhang can take you in at once').waitFor();

  await approve(email);
  await page.getByText('Application Approved').waitFor(announced);
  const invitation = page.getByRole('region', { name: 'Invitation' });
  await invitation.getByRole('heading', { name: 'Wei invites you to Amber Pixels.' }).waitFor();
  await tap('button', 'Join Amber Pixels');
  await page.getByText('Successfully joined the team!').waitFor();
  await page.getByRole('heading', { name: 'You joined Amber Pixels' }).waitFor();
  await invitation.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('invite');
});

detail(
  'who is approved joins on the page itself, told what becomes of a project; who is in a team is told',
  async () => {
    const team = await teamOf(await createApplicant(site, { name: 'Lea' }), 'Direct');
    const sam = await createApplicant(site, { name: 'Sam', status: 'approved' });
    await acceptLateProjects({ services: { db: site.db } });
    await sam.call('PUT', '/projects/mine', { version: 0, text: projectText });
    await sam.call('POST', '/projects/mine/submit', { version: 1 });
    const page = await site.open('/dashboard', { as: sam });
    const told = page.getByText(
      'You submitted Night Bus alone. If your new team has no project, this becomes its project',
    );
    await told.waitFor();
    await page.goto(pathOf(team.inviteLink));
    await told.waitFor();
    await page.getByRole('button', { name: 'Join Direct' }).click();
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { name: 'Direct', exact: true }).waitFor();
    await page.goto(pathOf(team.inviteLink));
    await page.getByText('You are in this team.').waitFor();
  },
);

detail('a wrong code says so, a full team as well, and an invitation can be dismissed', async () => {
  const wrong = await site.open('/join/000000', { expected: [/status of 404 .*\/api\/teams\/invitation/] });
  await wrong.getByRole('heading', { name: 'This invitation does not work' }).waitFor();
  await wrong.getByRole('link', { name: 'See what this event is' }).waitFor();
  // Where a sentence ends with the link, its full stop comes too.
  const stopped = await teamOf(await createApplicant(site, { name: 'Dot' }), 'Full Stop');
  const ended = await site.open(`${pathOf(stopped.inviteLink)}.`);
  await ended.getByRole('heading', { name: 'Dot invites you to Full Stop.' }).waitFor();
  const odd = await site.open('/join/nothing-like-a-code', {
    expected: [/status of 400 .*\/api\/teams\/invitation/],
  });
  await odd.getByRole('heading', { name: 'This invitation does not work' }).waitFor();

  const lea = await createApplicant(site, { name: 'Lea' });
  const pair = (await (await lea.call('POST', '/teams', { name: 'Pair', maxMembers: 2 })).json()) as Invited;
  const kit = await createApplicant(site, { name: 'Kit', status: 'approved' });
  const page = await site.open(pathOf(pair.inviteLink), { as: kit });
  await getButton(page, 'Join Pair').waitFor();
  const mia = await createApplicant(site, { name: 'Mia' });
  await mia.call('POST', '/teams/join', { inviteCode: pair.inviteCode });
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: 'Invitation' });
  await card.getByText('This team is full.').waitFor();
  expect(await card.getByRole('button', { name: 'Join Pair' }).count()).toBe(0);
  await page.goto(pathOf(pair.inviteLink));
  await page.getByText('This team is full.').waitFor();
  expect(await getButton(page, 'Join Pair').count()).toBe(0);
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  // A full team promises nothing to somebody who waits for a decision either.
  const eve = await createApplicant(site, { name: 'Eve' });
  const waiting = await site.open(pathOf(pair.inviteLink), { as: eve });
  const notYet = waiting.getByText('You can join once a seat is free.');
  await notYet.waitFor();
  await waiting.getByRole('link', { name: 'Go to your dashboard' }).click();
  await waiting
    .getByRole('region', { name: 'Invitation' })
    .and(waiting.locator(':has-text("This team is full.")'))
    .waitFor();
  await notYet.waitFor();
  await card.getByRole('button', { name: 'Dismiss the invitation' }).click();
  await card.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Application Approved').waitFor();
  expect(await card.count()).toBe(0);
});

detail('a code, a link or the leader’s name finds the team in the form', async () => {
  const team = await teamOf(await createApplicant(site, { name: 'Quirin Quill' }), 'Found Again');
  const page = await site.open('/apply', { as: await site.person({ name: 'Newt Comer' }) });
  await page.getByRole('radio', { name: 'Looking for a team' }).check();
  const field = page.getByLabel('Find a team');
  const code = team.inviteCode.toLowerCase();
  const shared = `Join ${team.name} with the code ${team.inviteCode} ${team.inviteLink}`;
  const typical = [`come: ${team.inviteLink} :)`, `Hey, our code is ${team.inviteCode}, join!`];
  for (const typed of [
    `${code.slice(0, 4)}-${code.slice(4)}`,
    team.inviteLink,
    shared,
    ...typical,
    'quirin',
  ]) {
    await field.fill('nobody is called so');
    await page.getByText('No teams match “nobody is called so”.').waitFor();
    await field.fill(typed);
    await getButton(page, 'Choose Found Again').waitFor();
  }
  await getButton(page, 'Choose Found Again').click();
  await page.getByText('led by Quirin Quill · 1 of 4 seats taken').waitFor();
});

detail('an invitation whose code has changed goes as soon as it fails', async () => {
  const lea = await createApplicant(site, { name: 'Lea' });
  const team = await teamOf(lea, 'Changed');
  const [old, kit] = [
    await createApplicant(site, { name: 'Old' }),
    await createApplicant(site, { name: 'Kit', status: 'approved' }),
  ];
  await old.call('POST', '/teams/join', { inviteCode: team.inviteCode });
  const expected = [/status of 404 .*\/api\/teams\/(join|invitation)$/];
  const joining = await site.open(pathOf(team.inviteLink), { as: kit, expected });
  await getButton(joining, 'Join Changed').waitFor();
  const page = await site.open('/dashboard', { as: kit, expected });
  const card = page.getByRole('region', { name: 'Invitation' });
  await card.waitFor();
  await page.getByLabel('Invite code').fill(team.inviteCode);
  const told = page.getByRole('status').filter({ hasText: 'Changed' });
  await told.waitFor();
  const { id } = await site.db
    .selectFrom('teams')
    .where('name', '=', 'Changed')
    .select('id')
    .executeTakeFirstOrThrow();
  await lea.call('DELETE', `/teams/${id}/kick/${old.id}`);
  await getButton(page, 'Join team').click();
  await page.getByText('No team has this invite code.').waitFor();
  await told.waitFor({ state: 'detached' });
  await card.waitFor({ state: 'detached' });
  await getButton(joining, 'Join Changed').click();
  await joining.getByText('This invitation no longer works. Ask for a new link.').waitFor();
  await joining.getByRole('heading', { name: 'This invitation does not work' }).waitFor();
});

detail('once a newcomer has given their name, the tab is named after the invitation', async () => {
  const team = await teamOf(await createApplicant(site, { name: 'Lea' }), 'Named');
  const newcomer = await site.person();
  await site.db.updateTable('users').set({ name: '' }).where('id', '=', newcomer.id).execute();
  const page = await site.open(pathOf(team.inviteLink), { as: newcomer });
  await expect.poll(() => page.title()).toMatch(/^Your name/);
  await page.getByLabel('Full name').fill('Newt Comer');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => page.title()).toMatch(/^Invitation/);
});

detail('a logout forgets the invitation', async () => {
  const team = await teamOf(await createApplicant(site, { name: 'Lea' }), 'Forgotten');
  const page = await site.open(pathOf(team.inviteLink), { as: await createApplicant(site, { name: 'Sam' }) });
  await getButton(page, 'Join Forgotten').waitFor();
  await page.getByRole('link', { name: 'logout' }).click();
  await page.waitForURL(`${site.url}/`);
  expect(await page.evaluate(() => localStorage.getItem('invite'))).toBeNull();
});

test('a link joins while the application is under review, as its code does', async () => {
  const team = await teamOf(await createApplicant(site, { name: 'Lea Link' }), 'Late Link');
  const zoe = await createApplicant(site, { name: 'Zoe' });
  const page = await site.open(pathOf(team.inviteLink), { as: zoe, ...phone });
  await getButton(page, 'Join Late Link').waitFor();
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: 'Invitation' });
  await getButton(card, 'Join Late Link').tap();
  await getToast(page, 'Successfully joined the team!').waitFor();
  await card.waitFor({ state: 'detached' });
  await page.goto(pathOf(team.inviteLink));
  await page.getByText('You are in this team.').waitFor();
});

test('an invitation to a team that is too large for the chosen track is refused in its step of the form', async () => {
  const team = await teamOf(await createApplicant(site, { name: 'Lea' }), 'Trio');
  for (const name of ['Bo', 'Cy'])
    await (await createApplicant(site, { name })).call('POST', '/teams/join', {
      inviteCode: team.inviteCode,
    });
  const page = await site.open(pathOf(team.inviteLink), { as: await site.person({ name: 'Sam' }), ...phone });
  await page.getByRole('link', { name: 'Apply' }).tap();
  const { tap } = createTaps(page);
  await fillBeforeTeam(page, tap);
  const tooLarge = page.getByText('Clozyt Track teams have at most 2 members, and this team has 3.');
  await page.getByText('3 of 4 seats taken').waitFor();
  expect(await tooLarge.count()).toBe(0);
  await tap('button', 'Back');
  await tap('radio', 'Clozyt Track');
  await tap('button', 'Next');
  await tooLarge.waitFor();
  await tap('button', 'Next');
  await page.getByRole('alert').filter({ has: tooLarge }).waitFor();
  await tap('button', 'Change team');
  await tap('radio', 'Solo');
  await tap('button', 'Next');
  await page.getByText('Before you send it').waitFor();
});

detail('an invitation that is opened on one device is on the dashboard of the next', async () => {
  const team = await teamOf(await createApplicant(site, { name: 'Lea' }), 'Two Devices');
  const sam = await createApplicant(site, { name: 'Sam', status: 'approved' });
  await site.open(pathOf(team.inviteLink), { as: sam });
  const kept = async () => (await sam.call('GET', '/teams/invitation')).json();
  await expect.poll(kept, announced).toEqual({ inviteCode: team.inviteCode });
  const page = await site.open('/dashboard', { as: sam, ...phone });
  const card = page.getByRole('region', { name: 'Invitation' });
  await card.getByRole('button', { name: 'Join Two Devices' }).tap();
  await page.getByText('Successfully joined the team!').waitFor();
  await card.waitFor({ state: 'detached' });
  expect(await kept()).toEqual({ inviteCode: null });
});
