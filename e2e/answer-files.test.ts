import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createPdf } from '../server/testing/pdf.ts';
import { createTestPicture } from '../server/testing/pictures.ts';
import { createPdfFile, getApplicationOf, getSubmitButton } from './applicants.ts';
import { getButton } from './page.ts';
import { inspectScreens, nothingWrong } from './screens.ts';
import { useOrganizer, useSite, withEvent } from './site.ts';

const question = { id: 'transcript', type: 'file' as const, label: 'Transcript', required: true };
const site = useSite(withEvent({ questions: [question] }));
const organizer = useOrganizer(site);

const toFile = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });

test('a file is chosen, refused, kept by the draft, replaced, and opened by organizers', async () => {
  const ada = await site.person({ name: 'Ada Lovelace' });
  const page = await site.open('/apply', { as: ada, expected: [/status of 415/] });
  await page.getByLabel('Major / field of study').fill('Biology');
  await page.getByRole('radio', { name: 'M', exact: true }).check();
  await page.getByRole('radio', { name: 'Vegan' }).check();
  await page.getByLabel('Why do you want to join?').fill('To build');
  await page.getByRole('radio', { name: 'Hacker Track' }).check();
  await page.getByRole('radio', { name: 'Solo' }).check();
  await page.getByLabel('Resume', { exact: true }).setInputFiles(createPdfFile());
  const input = page.getByLabel('Transcript', { exact: true });
  await getSubmitButton(page).click();
  await page.getByRole('alert').getByRole('link', { name: 'Transcript' }).waitFor();

  await input.setInputFiles(toFile('page.pdf', 'application/pdf', Buffer.from('<html>')));
  await page.getByText('This file could not be opened. Use a PDF, or a JPEG, PNG or WebP picture.').waitFor();
  const large = toFile('large.pdf', 'application/pdf', createPdf({ size: 6_000_000 }));
  await input.setInputFiles(large);
  await page.getByText('This file is larger than 5 MB.').waitFor();
  expect(await inspectScreens(page, 'answer-file-refused')).toMatchObject(nothingWrong);
  await input.setInputFiles(toFile('Grades.png', 'image/png', await createTestPicture()));
  await page.getByText('Grades.png').waitFor();
  await page.getByText(/^Draft saved/).waitFor();
  await page.reload();
  await page.getByText('Grades.png').waitFor();
  expect(await inspectScreens(page, 'answer-file')).toMatchObject(nothingWrong);
  await getSubmitButton(page).click();
  await page.getByRole('heading', { name: 'Application submitted' }).waitFor();

  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Grades\.png/ }).waitFor();
  await getButton(page, 'Change answers').click();
  await input.setInputFiles(createPdfFile(60_000, 'Grades of May.pdf'));
  await page.getByText('Grades of May.pdf').waitFor();
  await getButton(page, 'Save answers').click();
  await page.getByRole('link', { name: /^Grades of May\.pdf/ }).waitFor();
  expect(await inspectScreens(page, 'answer-file-dashboard')).toMatchObject(nothingWrong);

  const { id } = (await getApplicationOf(site, ada))!;
  const office = await site.open(`/dashboard?selected=${id}`, { as: organizer });
  await office
    .getByRole('button', { name: /Ada Lovelace/ })
    .first()
    .click();
  const link = office.getByRole('link', { name: /^Grades of May\.pdf/ });
  await link.waitFor();
  expect(await inspectScreens(office, 'answer-file-detail')).toMatchObject(nothingWrong);
  const saved = office.waitForEvent('download');
  await link.evaluate((element) => element.removeAttribute('target'));
  await link.click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^answer-[0-9a-f]{8}\.pdf$/);
  expect(await readFile(await file.path())).toEqual(createPdfFile().buffer);
});

test('the preview of the form takes a file and sends nothing', async () => {
  const page = await site.open('/settings?section=form', { as: organizer });
  await getButton(page, 'Preview the form').click();
  const preview = page.getByRole('dialog', { name: 'The form as applicants see it' });
  await preview.getByLabel('Transcript', { exact: true }).setInputFiles(createPdfFile());
  await preview.getByText('resume.pdf').waitFor();
  expect(await site.db.selectFrom('files').select('id').where('kind', '=', 'answer').execute()).toHaveLength(
    1,
  );
});
