import { expect, test } from 'vitest';
import { getButton } from './page.ts';
import { useOrganizer, useSite, withEvent } from './site.ts';

const site = useSite(
  withEvent({
    walkIns: true,
    questions: [{ id: 'age', type: 'number', label: 'Age', required: true }],
    guardian: { question: 'age', under: 18 },
  }),
);
const organizer = useOrganizer(site);

test('the station warns of a walk-in whose guardian has not answered, before they are admitted and after it', async () => {
  await organizer.call('PUT', '/walk-ins/registration', { opened: true });
  const details = { tShirtSize: 'M', dietaryRestrictions: 'vegan' };
  for (const [name, age] of [
    ['Yara Young', '16'],
    ['Alma Adult', '30'],
  ]) {
    const email = `${name!.slice(0, 4)}@example.org`;
    const registered = await organizer.call('PUT', `/walk-ins/${crypto.randomUUID()}`, {
      ...{ name, email, ...details, answers: { age } },
      guardianEmail: 'parent@example.org',
    });
    expect(registered.status).toBe(200);
  }
  const warning = 'Their parent or guardian has not said yes.';
  const station = await site.open('/check-in', { as: organizer });
  await getButton(station, 'Walk-ins (2)').click();
  const row = (name: string) => station.getByRole('listitem').filter({ hasText: name });
  await row('Yara Young').getByText(warning).waitFor();
  expect(await row('Alma Adult').getByText(warning).count()).toBe(0);
  const result = (name: string) => station.getByRole('status').filter({ hasText: name });
  await getButton(station, 'Admit Yara Young').click();
  await result('Yara Young').getByText('Checked in').waitFor();
  await result('Yara Young').getByText(warning).waitFor();
  await getButton(station, 'Next').click();
  await getButton(station, 'Admit Alma Adult').click();
  await result('Alma Adult').getByText('Checked in').waitFor();
  expect(await station.getByText(warning).count()).toBe(0);
  await getButton(station, 'Next').click();

  await getButton(station, 'Enter by hand').click();
  await station.getByLabel('Full name').fill('Tom Teen');
  await station.getByRole('textbox', { name: 'Email' }).first().fill('tom@example.org');
  await station.getByLabel('Track').selectOption('Hacker Track');
  await station.getByLabel('T-shirt size').selectOption('M');
  await station.getByLabel('Dietary restrictions').selectOption('vegan');
  await station.getByLabel('Age', { exact: true }).fill('17');
  await station.getByRole('alert').filter({ hasText: warning }).waitFor();
  await station.getByLabel(/parent or guardian/).fill('parent@example.org');
  await getButton(station, 'Admit').click();
  await result('Tom Teen').getByText(warning).waitFor();
});
