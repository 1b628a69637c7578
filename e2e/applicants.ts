import { sql } from 'kysely';
import { toApplicationRow } from '../server/testing/applicants.ts';
import { createPdf } from '../server/testing/pdf.ts';
import type { Page } from './browser.ts';
import type { Site, SitePerson } from './site.ts';

/** Returns a real PDF of the given size, for a file input. */
export function createPdfFile(size = 60_000, name = 'resume.pdf') {
  return { name, mimeType: 'application/pdf', buffer: createPdf({ text: ['Ada Lovelace'], size }) };
}

/** A picture whose name and type say PDF. */
export const createPictureFile = {
  name: 'resume.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('\u0089PNG\r\n\u001a\n'),
};

interface Given {
  status?: 'pending' | 'approved' | 'rejected';
  attending?: boolean;
  name?: string;
}

/** Creates somebody who has applied, without the form and its files. */
export async function createApplicant(
  site: Site,
  { status = 'pending', attending = false, name }: Given = {},
) {
  const person = await site.person({ name });
  await site.db
    .insertInto('applications')
    .values({
      ...toApplicationRow(person.id, {
        status,
        attending,
        major: `Mathematics ${person.canary.major}`,
        dietaryRestrictions: `other: no nuts ${person.canary.diet}`,
        whyJoin: `To build the analytical engine. ${person.canary.why}`,
      }),
      created_at: new Date('2025-09-01T10:00:00Z'),
      reviewed_at: status === 'pending' ? null : new Date('2025-09-05T10:00:00Z'),
    })
    .execute();
  return person;
}

/** Creates people who applied at intervals of a minute; `Person 1` was the first. */
export async function createApplicants(site: Site, count: number): Promise<void> {
  await sql`
    with people as (
      insert into users (name, email, email_verified)
      select 'Person ' || number, 'person.' || number || '@example.edu', true
      from generate_series(1, ${count}::int) as number
      returning id, split_part(name, ' ', 2)::int as number
    )
    insert into applications
      (user_id, track, major, t_shirt_size, dietary_restrictions, why_join, created_at)
    select id, 'Hacker Track', 'Mathematics', 'M', 'vegan', 'To build.',
      timestamptz '2025-08-01' + number * interval '1 minute'
    from people`.execute(site.db);
  await sql`analyze`.execute(site.db);
}

/** Returns a person's stored application; undefined when there is none. */
export function getApplicationOf(site: Site, { id }: Pick<SitePerson, 'id'>) {
  return site.db.selectFrom('applications').where('user_id', '=', id).selectAll().executeTakeFirst();
}

/** Opens the application form for a person, on a wide screen unless `options` say otherwise. */
export async function openForm(site: Site, as: SitePerson, options: Parameters<Site['open']>[1] = {}) {
  const page = await site.open('/apply', { as, viewport: { width: 1280, height: 900 }, ...options });
  await page.getByRole('heading', { name: /^Apply to/ }).waitFor();
  return page;
}

export async function fillText(page: Page) {
  await page.getByLabel('Major / field of study').fill('Mathematics');
  await page.getByLabel('M', { exact: true }).check();
  await page.getByLabel('Vegan').check();
  await page.getByLabel('Why do you want to join?').fill('To build the analytical engine.');
  await page.getByRole('radio', { name: 'Hacker Track', exact: true }).check();
  await page.getByRole('radio', { name: 'Solo', exact: true }).check();
}

export const getSubmitButton = (page: Page) => page.getByRole('button', { name: 'Submit application' });

/** Waits until the form on a phone shows a step. Its heading then takes the focus; a field filled earlier would lose it. */
export function waitForStep(page: Page, name: string): Promise<void> {
  return page.locator('h2:focus', { hasText: name }).waitFor();
}

/** Fills in the form's steps on a phone, up to the last one, the files. */
export async function goToFiles(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Next' });
  await page.getByLabel('Major / field of study').fill('Music');
  await page.getByRole('radio', { name: 'M', exact: true }).check();
  await page.getByRole('radio', { name: 'Vegan' }).check();
  await next.click();
  await waitForStep(page, 'Why');
  await page.getByLabel('Why do you want to join?').fill('To play.');
  await page.getByRole('radio', { name: 'Hacker Track', exact: true }).check();
  await next.click();
  await page.getByRole('radio', { name: 'Solo', exact: true }).check();
  await next.click();
}
