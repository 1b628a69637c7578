import { expect, test } from 'vitest';
import { createApplicant } from './applicants.ts';
import { findMailTo } from './outbox.ts';
import { getButton } from './page.ts';
import { inspectScreens, nothingWrong } from './screens.ts';
import { useOrganizer, useSite, withEvent } from './site.ts';

const age = { id: 'age', type: 'number' as const, label: 'Age', required: true };
const site = useSite(withEvent({ questions: [age], guardian: { question: 'age', under: 18 } }));
const organizer = useOrganizer(site);

test('chosen judges get an email, and those without an address are named', async () => {
  const list = 'name,email\nBen Okri,okri@example.org\nAma Ata,ama@example.org\nNo Address,';
  await organizer.call('POST', '/judging/judges/import', { list });
  const page = await site.open('/judging', { as: organizer });
  await getButton(page, 'Email judges').click();
  const dialog = page.getByRole('dialog', { name: 'Email judges' });
  await dialog.getByText('No email address: No Address').waitFor();
  await dialog.getByLabel('Ama Ata').uncheck();
  await dialog.getByLabel('Subject').fill('Saturday');
  await dialog.getByLabel('Text').fill('Please be there at nine.');
  expect(await inspectScreens(page, 'email-judges')).toMatchObject(nothingWrong);
  await getButton(dialog, 'Send email').click();
  await page.getByText('1 email is on its way.').waitFor();
  expect((await findMailTo(site.dataDir, 'okri@example.org', /^Saturday/)).text).toContain('at nine');
  const rows = await site.db
    .selectFrom('mails')
    .select('recipient')
    .where('subject', '=', 'Saturday')
    .execute();
  expect(rows).toEqual([{ recipient: 'okri@example.org' }]);
});

test('chosen helpers, and the guardian of a chosen minor, are written to', async () => {
  const vera = await site.person({ name: 'Vera Rubin', role: 'volunteer' });
  await site.person({ name: 'Victor', role: 'volunteer' });
  const page = await site.open('/volunteers', { as: organizer });
  await getButton(page, 'Email helpers').click();
  const dialog = page.getByRole('dialog', { name: 'Email helpers' });
  await dialog.getByLabel('All 2').uncheck();
  await dialog.getByLabel(/^Vera Rubin/).check();
  expect(await inspectScreens(page, 'email-helpers')).toMatchObject(nothingWrong);
  await getButton(dialog, 'Write to 1').click();
  await page.getByText('Recipients: 1 selected person').waitFor();
  await page.getByLabel('Subject').fill('Thank you');
  await page.getByLabel('Text').fill('Thank you, {name}.');
  await getButton(page, 'Send announcement').click();
  const question = page.getByRole('alertdialog');
  await question.getByText('It goes to 1 person, 1 by email').waitFor();
  await getButton(question, 'Send announcement').click();
  await page.getByText('It goes out in a minute.').waitFor();
  const { segment } = await site.db
    .selectFrom('announcements')
    .select('segment')
    .where('subject', '=', 'Thank you')
    .executeTakeFirstOrThrow();
  expect(segment).toEqual({ people: 'volunteers', users: [vera.id] });

  const young = await createApplicant(site, { name: 'Yara Young' });
  const other = await createApplicant(site, { name: 'Zoe Old' });
  await site.db
    .insertInto('guardians')
    .values({
      ...{ user_id: young.id, email: 'parent@example.org', link_id: 'f00d', token_hash: Buffer.from('f00d') },
      ...{ sent_at: new Date(), expires_at: new Date() },
    })
    .execute();
  await page.goto('/dashboard');
  for (const name of [young.name, other.name])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await getButton(page, 'Message these').click();
  await page.getByText('Recipients: 2 selected people').waitFor();
  await page.getByLabel('Write to their parents or guardians instead').check();
  await page.getByText('1 person, 1 by email').waitFor();
  expect(await inspectScreens(page, 'chosen-guardians')).toMatchObject(nothingWrong);
});
