import { expect, test } from 'vitest';
import { fill, texts } from '../contract/texts.ts';
import { createApplicant } from '../server/testing/applicants.ts';
import type { Page } from './browser.ts';
import { getButton } from './page.ts';
import { before, openAt } from './phases.ts';
import { announced, detail, type SitePerson, useSite } from './site.ts';

const site = useSite();
const phone = { viewport: { width: 390, height: 844 } };

/** Somebody who is approved and wants a team. */
async function hacker(name: string, track = 'Hacker Track'): Promise<SitePerson> {
  const person = await site.person({ name });
  await createApplicant({ services: { db: site.db } }, person, { track });
  await person.call('PUT', '/users/team-preference', { teamPreference: 'lookingForTeam' });
  return person;
}

async function createClozytApplicant(name: string): Promise<SitePerson> {
  const person = await site.person({ name });
  const application = { track: 'Clozyt Track', status: 'pending' } as const;
  await createApplicant({ services: { db: site.db } }, person, application);
  return person;
}

interface Made {
  _id: string;
  inviteCode: string;
}

/** A team of these people, made without a browser; the first leads. */
async function team(name: string, leader: SitePerson, ...members: SitePerson[]): Promise<Made> {
  const made = (await (await leader.call('POST', '/teams', { name })).json()) as Made;
  for (const member of members)
    expect((await member.call('POST', '/teams/join', { inviteCode: made.inviteCode })).status).toBe(200);
  return made;
}

const formation = (page: Page) => page.getByRole('region', { name: 'Team Formation' });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const members = (page: Page) => page.getByRole('list', { name: 'Members' }).getByRole('listitem');
/** Answers the next such calls with a fault of the server. */
const breakCalls = (page: Page, path: string) =>
  page.route(path, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 500, json: { success: false, code: 'internal', message: 'x' } }),
  );
const fault = [/status of 500/];

test('two browsers: a stranger searches, asks, is approved and leaves', async () => {
  const [lea, sam] = [await hacker('Lea Leader'), await hacker('Sam Stranger')];
  const leading = await site.open('/dashboard', { as: lea });
  await leading.getByLabel('Team name').fill('  Night   Owls ');
  await leading.getByRole('radio', { name: '2', exact: true }).check();
  await getButton(leading, 'Create team').click();
  await toast(leading, texts.teams.created);
  await leading.getByRole('heading', { name: 'Night Owls', exact: true }).waitFor();
  await leading.getByText('No requests yet. Share your code to speed things up.').waitFor();
  expect(await members(leading).count()).toBe(1);
  await leading.getByText('1 seat left').waitFor();

  const stranger = await site.open('/dashboard#team-formation', { as: sam, ...phone });
  await stranger.getByText('You have not asked to join a team.').waitFor();
  const name = stranger.getByLabel('Team name');
  await name.fill(' night  owls ');
  const taken = stranger.getByText('There is already a team with this name. You can still use it.');
  await taken.filter({ hasText: 'The other one is led by Lea Leader.' }).waitFor();
  await name.fill('night');
  await taken.waitFor({ state: 'detached' });
  await stranger.getByRole('tab', { name: 'Find a team' }).click();
  await stranger.getByLabel('Search teams').fill('night');
  await getButton(stranger, 'Ask to join Night Owls').click();
  await stranger.getByLabel('Message (optional)').fill('I know Postgres.');
  // Going back closes the dialog and keeps what was typed.
  await stranger.goBack();
  await stranger.getByRole('dialog').waitFor({ state: 'detached' });
  await getButton(stranger, 'Ask to join Night Owls').click();
  expect(await stranger.getByLabel('Message (optional)').inputValue()).toBe('I know Postgres.');
  // A double click sends once.
  const sent: string[] = [];
  for (const page of [stranger, leading])
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.method()));
  await getButton(stranger, 'Send request').dblclick();
  await toast(stranger, 'Join request sent');
  const card = leading.getByRole('listitem').filter({ hasText: 'I know Postgres.' });
  await card.waitFor();
  expect(await card.innerText()).toContain(sam.email);
  expect(await card.innerText()).toContain('Hacker Track');
  expect(await leading.title()).toBe('(1) Dashboard · Overnight 2025');
  await stranger.getByRole('region', { name: 'My Team Join Requests' }).getByText('Pending').waitFor();

  await getButton(leading, 'Approve Sam Stranger').dblclick();
  // Nothing moves under the second click when the request is gone.
  expect(await leading.getByRole('dialog').count()).toBe(0);
  await stranger.getByRole('heading', { name: 'Night Owls', exact: true }).waitFor();
  await toast(stranger, 'You are now in Night Owls.');
  // On the tab of the team, too.
  await stranger.getByRole('region', { name: 'You joined Night Owls' }).waitFor();
  await toast(leading, fill(texts.teams.requestDone, { action: 'approved' }));
  await leading.getByText('Your team is full.').waitFor();
  expect(await leading.getByText(/Share your code/).count()).toBe(0);
  expect(sent).toHaveLength(2);
  await expect.poll(() => members(leading).count()).toBe(2);
  expect(await leading.title()).toBe('Dashboard · Overnight 2025');
  expect(await formation(stranger).innerText()).not.toContain('Invite code');
  await stranger.getByText('Team preference').first().click();
  await stranger.getByText(texts.teams.preferenceLocked).waitFor();
  expect(await stranger.getByRole('radio', { name: 'Solo' }).isDisabled()).toBe(true);

  await getButton(stranger, 'Leave team').click();
  const question = stranger.getByRole('alertdialog', { name: 'Leave Night Owls?' });
  expect(
    await question.getByRole('button', { name: 'Cancel' }).evaluate((e) => e === document.activeElement),
  ).toBe(true);
  await question.getByRole('button', { name: 'Leave team' }).click();
  await expect.poll(() => members(leading).count()).toBe(1);
  await toast(stranger, texts.teams.left);
  await stranger.getByRole('tab', { name: 'Create a team' }).waitFor();
});

detail('the ways into a team are one column on a laptop, before the event and on site', async () => {
  const ada = await hacker('Ada Lovelace');
  const organizer = await site.person({ role: 'admin' });
  const page = await site.open('/dashboard', { as: ada, viewport: { width: 1280, height: 800 } });
  const expectColumn = async () => {
    const boxes = [];
    for (const name of ['Create a team', 'Join with a code', 'Find a team']) {
      const way = formation(page).getByRole('region', { name });
      await way.waitFor();
      boxes.push(await way.boundingBox());
    }
    expect(new Set(boxes.map((box) => box?.x)).size).toBe(1);
    expect(boxes.every((box) => box && box.width > 600)).toBe(true);
    expect(boxes.map((box) => box?.y)).toEqual(boxes.map((box) => box?.y).sort((a, b) => a! - b!));
  };
  await expectColumn();
  await organizer.call('POST', '/applications/check-in', { userId: ada.id });
  await page.reload();
  await expectColumn();
});

test('whoever declines is marked as not coming for the team at once', async () => {
  const [lea, sam] = [await hacker('Lotte'), await hacker('Simon')];
  await team('Half There', lea, sam);
  const page = await site.open('/dashboard#team-formation', { as: lea, ...phone });
  const member = members(page).filter({ hasText: 'Simon' });
  await member.waitFor();
  expect(await member.getByText('Not coming').count()).toBe(0);
  await sam.call('PUT', '/attendance', { attending: false });
  await member.getByText('Not coming').waitFor(announced);
});

test('two browsers: a leader leaves, and the other leads', async () => {
  const [lea, sam] = [await hacker('Lena'), await hacker('Samir')];
  const { inviteCode } = await team('Early Birds', lea, sam);
  const leading = await site.open('/dashboard', { as: lea });
  const second = await site.open('/dashboard', { as: sam });
  await second.getByRole('heading', { name: 'Early Birds', exact: true }).waitFor();
  expect(await second.content()).not.toContain(inviteCode);
  await getButton(leading, 'Leave team').click();
  const question = leading.getByRole('alertdialog', { name: 'Leave Early Birds?' });
  await question.getByText('Leadership passes to Samir').waitFor();
  await question.getByRole('button', { name: 'Leave team' }).click();
  await second.getByText(inviteCode, { exact: true }).waitFor();
  await toast(second, 'You now lead Early Birds.');
  await toast(leading, texts.teams.left);
  expect(await leading.getByText(/You are no longer in/).count()).toBe(0);
  await second.getByRole('heading', { name: 'Join Requests' }).waitFor();
  await getButton(second, 'Leave team').click();
  await second.getByText('You are its only member').waitFor();
});

test('a code pasted with spaces lets in, the code is copied, a member is removed', async () => {
  const [lea, sam] = [await hacker('Lou'), await hacker('Pat')];
  const { inviteCode } = await team('Code Crew', lea);
  const joining = await site.open('/dashboard#team-formation', { as: sam, ...phone });
  await joining.getByRole('tab', { name: 'Join with a code' }).click();
  const field = joining.getByLabel('Invite code');
  await getButton(joining, 'Join team').click();
  await joining.getByText('Enter all six letters and digits of the code.').waitFor();
  // What a leader writes around it goes.
  await field.fill('Hey, our code is soon here');
  await getButton(joining, 'Join team').click();
  await joining.getByText('No team has this invite code.').waitFor();
  await field.fill(`Hey, our code is ${inviteCode}, join!`);
  await expect.poll(() => field.inputValue()).toBe(inviteCode);
  await field.fill(` ${inviteCode.slice(0, 3).toLowerCase()} ${inviteCode.slice(3).toLowerCase()} X`);
  await expect.poll(() => field.inputValue()).toBe(inviteCode);
  await field.press('Enter');
  await toast(joining, texts.teams.joined);
  await joining.getByRole('heading', { name: 'Code Crew', exact: true }).waitFor();

  const leading = await site.open('/dashboard', {
    as: lea,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await leading.getByRole('img', { name: 'QR code of the invite code' }).waitFor();
  await getButton(leading, 'Copy code').click();
  await toast(leading, texts.teams.codeCopied);
  expect(await leading.evaluate(() => navigator.clipboard.readText())).toBe(inviteCode);
  await getButton(leading, 'Share code').click();
  await toast(leading, 'Invite link copied');
  expect(await leading.evaluate(() => navigator.clipboard.readText())).toContain(`/join/${inviteCode}`);

  await getButton(leading, 'Remove Pat').click();
  const question = leading.getByRole('alertdialog', { name: 'Remove Pat from Code Crew?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => members(leading).count()).toBe(2);
  await getButton(leading, 'Remove Pat').click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await joining.getByRole('tab', { name: 'Create a team' }).waitFor();
  await toast(leading, texts.teams.removed);
  await expect.poll(() => members(leading).count()).toBe(1);
  await expect.poll(() => leading.getByText(inviteCode, { exact: true }).count()).toBe(0);
});

test('a leader and who asks are told what the tracks mean for the seats, before and as they change', async () => {
  const lea = await hacker('Lea Loom');
  const cleo = await createClozytApplicant('Cleo Cloth');
  const { _id: teamId, inviteCode } = await team('Loom Lab', lea);
  await cleo.call('POST', '/teams/join-requests', { teamId });
  const leading = await openAt(site, '/dashboard#team-formation', before, lea, phone);
  const card = leading.getByRole('listitem').filter({ hasText: cleo.email });
  await card.getByText('Clozyt Track: your team would be limited to 2 members.').waitFor();
  expect(await getButton(leading, 'Approve Cleo Cloth').isDisabled()).toBe(false);
  // Where there is no room for that, there is no button either.
  await leading.goto('/dashboard');
  await leading.getByText('Cleo Cloth asks to join').waitFor();
  expect(await getButton(leading, 'Approve Cleo Cloth').filter({ visible: true }).count()).toBe(0);
  await leading.goto('/dashboard#team-formation');

  const asking = await site.open('/dashboard', { as: cleo, ...phone });
  const request = asking.getByRole('region', { name: 'My Team Join Requests' });
  await request.getByText('Lea Loom can take you in at once').waitFor();
  await (await hacker('Max')).call('POST', '/teams/join', { inviteCode });
  const limited = fill(texts.teams.joinLimited, { track: 'Clozyt Track', max: 2 });
  await request
    .getByText(
      `${limited} You can change your track while your application is under review, or cancel the request.`,
    )
    .waitFor(announced);
  expect(await request.getByText('can take you in at once').count()).toBe(0);
  await card.getByText(limited).waitFor(announced);
  await expect.poll(() => getButton(leading, 'Approve Cleo Cloth').isDisabled()).toBe(true);

  // On another track there is a seat.
  await asking.getByRole('radio', { name: 'Hacker Track' }).click();
  await request.getByText('Lea Loom can take you in at once').waitFor();
});

detail('the preference: unset, set, and refused', async () => {
  const ada = await site.person({ name: 'Ada' });
  await createApplicant({ services: { db: site.db } }, ada);
  const page = await site.open('/dashboard', { as: ada, expected: fault });
  await page.getByText(texts.teams.preferenceUnset).waitFor();
  await page.getByRole('radio', { name: 'Solo' }).check();
  await toast(page, texts.teams.preferenceDone);
  expect(await page.getByText(texts.teams.preferenceUnset).count()).toBe(0);
  await breakCalls(page, '**/api/users/team-preference');
  await page.getByRole('radio', { name: 'Looking for a team' }).click();
  await toast(page, texts.teams.preferenceFailed);
  expect(await page.getByRole('radio', { name: 'Solo' }).isChecked()).toBe(true);
});

detail(
  'full teams and teams of the Clozyt Track say why they cannot be asked; a pair is for two',
  async () => {
    const [a, b, c, d, seeker] = await Promise.all(
      ['Al', 'Bo', 'Cy', 'Di', 'Eve'].map((name) => hacker(name)),
    );
    const full = (await (
      await a!.call('POST', '/teams', { name: 'Quick Full', maxMembers: 2 })
    ).json()) as Made;
    await b!.call('POST', '/teams/join', { inviteCode: full.inviteCode });
    await team('Quick Pair', c!, d!);
    await site.db
      .updateTable('applications')
      .set({ track: 'Clozyt Track' })
      .where('user_id', '=', c!.id)
      .execute();
    const page = await site.open('/dashboard', { as: seeker });
    await page.getByLabel('Search teams').fill('quick');
    await page.getByText('This team is full.').waitFor();
    await page.getByText(fill(texts.teams.joinLimited, { track: 'Clozyt Track', max: 2 })).waitFor();
    for (const name of ['Quick Full', 'Quick Pair'])
      expect(await getButton(page, `Ask to join ${name}`).isDisabled()).toBe(true);
    await page.getByLabel('Search teams').fill('nobody is called so');
    await page.getByText('No teams match “nobody is called so”.').waitFor();

    const stylist = await site.open('/dashboard', { as: await hacker('Fay', 'Clozyt Track') });
    const trio = await team('Quick Trio', await hacker('Gus'), await hacker('Hal'), await hacker('Jo'));
    await stylist.getByLabel('Invite code').fill(trio.inviteCode);
    const shown = stylist.getByRole('status').filter({ hasText: 'Quick Trio' });
    // The specification's sentence says of any team that it has two members.
    const tooLarge = 'Clozyt Track teams have at most 2 members, and this team has 3.';
    await shown.getByText(tooLarge).waitFor();
    expect(await shown.innerText()).toBe(`Quick Trio · ${tooLarge}`);
    expect(await getButton(stylist, 'Join team').isDisabled()).toBe(true);
    const invited = await site.open(`/join/${trio.inviteCode}`, { as: await hacker('Ivy', 'Clozyt Track') });
    await invited.getByText(tooLarge).waitFor();
    expect(await getButton(invited, 'Join Quick Trio').count()).toBe(0);
    await stylist.getByText(fill(texts.track.limitedInfo, { track: 'Clozyt Track', max: 2 })).waitFor();
    expect(await stylist.getByRole('radiogroup', { name: 'Team size' }).getByRole('radio').count()).toBe(1);
  },
);

detail('what fails says so, and nothing is lost', async () => {
  const [lea, sam, kim] = [await hacker('Lex'), await hacker('Sal'), await hacker('Kai')];
  const { _id: teamId } = await team('Fault Line', lea, sam);
  await kim.call('POST', '/teams/join-requests', { teamId });
  const asking = await site.open('/dashboard', {
    as: kim,
    expected: [...fault, /status of 404 .*\/api\/teams\/invitation$/],
  });
  await breakCalls(asking, '**/api/teams**');
  await getButton(asking, 'Create team').click();
  await asking.getByText(texts.apply.teamNameMissing).waitFor();
  await asking.getByLabel('Team name').fill('Mine');
  await getButton(asking, 'Create team').click();
  await toast(asking, texts.teams.createFailed);
  await asking.getByLabel('Invite code').fill('ABC123');
  await getButton(asking, 'Join team').click();
  await toast(asking, texts.teams.joinFailed);
  await getButton(asking, 'Cancel the request to Fault Line').click();
  await toast(asking, texts.teams.cancelFailed);
  await getButton(asking, 'Cancel the request to Fault Line').waitFor();
  await asking.unroute('**/api/teams**');
  await getButton(asking, 'Cancel the request to Fault Line').click();
  await toast(asking, texts.teams.cancelDone);
  await asking.getByText('You have not asked to join a team.').waitFor();
  await kim.call('POST', '/teams/join-requests', { teamId });

  const leading = await site.open('/dashboard', { as: lea, expected: fault });
  await breakCalls(leading, '**/api/teams/**');
  for (const [label, action] of [['Approve', 'approve'] as const, ['Reject', 'reject'] as const]) {
    await getButton(leading, `${label} Kai`).click();
    if (action === 'reject') await getButton(leading.getByRole('alertdialog'), 'Reject').click();
    await toast(leading, fill(texts.teams.requestFailed, { action }));
    await getButton(leading, `${label} Kai`).waitFor();
  }
  await getButton(leading, 'Remove Sal').click();
  await getButton(leading, 'Remove').click();
  await toast(leading, texts.teams.removeFailed);
  await getButton(leading, 'Leave team').click();
  await leading.getByRole('alertdialog').getByRole('button', { name: 'Leave team' }).click();
  await toast(leading, texts.teams.leaveFailed);
  expect(await members(leading).count()).toBe(2);

  const broken = await site.open('/dashboard', { as: sam, expected: fault });
  await broken.route(`**/api/teams/${teamId}`, (route) => route.fulfill({ status: 500, json: {} }));
  await broken.reload();
  await broken.getByText(texts.teams.couldNotLoad).waitFor();
  await broken.unroute(`**/api/teams/${teamId}`);
  await formation(broken).getByRole('button', { name: 'Retry' }).click();
  await broken.getByRole('heading', { name: 'Fault Line' }).waitFor();
});

detail(
  'a wrong invite code is marked at its field, and on a phone toasts leave the header free',
  async () => {
    const page = await site.open('/dashboard#team-formation', {
      as: await hacker('Wanda'),
      ...phone,
      expected: [/status of 404 .*\/api\/teams\/(join|invitation)$/],
    });
    await page.getByRole('tab', { name: 'Join with a code' }).click();
    const field = page.getByLabel('Invite code');
    await field.fill('ZZZZZZ');
    await getButton(page, 'Join team').click();
    await page.getByText('No team has this invite code.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    await field.fill('Z');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBeNull();

    await page.getByText('Solo', { exact: true }).click();
    await toast(page, texts.teams.preferenceDone);
    await page.getByText('Looking for a team', { exact: true }).click();
    const toasts = page.locator('[data-toast]:visible');
    await expect.poll(() => toasts.count()).toBe(1);
    const header = await page.getByRole('banner').boundingBox();
    await expect
      .poll(async () => ((await toasts.boundingBox())?.y ?? 0) >= (header?.height ?? 1000))
      .toBe(true);
  },
);
