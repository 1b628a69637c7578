import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkEvent } from '../event/event-document.ts';
import { signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { defaultDocument } from '../testing/default-event.ts';
import { setDeadline, submitTestProject } from '../testing/projects.ts';
import { pickNumbers } from './table-admin.service.ts';

const plain = { name: 'Hall', from: 1, to: 2, power: false };
const wired = { name: 'Lab', from: 11, to: 12, power: true };
let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
  setDeadline(site, 3_600_000);
});
afterAll(() => site.close());

async function enter(name: string, needsPower: boolean): Promise<TestActor> {
  const person = await signUp(site, { name });
  await createApplicant(site, person);
  await submitTestProject(person, { title: `By ${name}` });
  await person.call('PUT', '/projects/mine/details', { startedOn: null, needsPower });
  return person;
}
async function number() {
  await grace.call('POST', '/judging/tables?who=submitted');
  const { tables } = (await grace.call('GET', '/judging/progress')).json();
  return tables.map(({ teamNumber, teamName, area = null, title }: Record<string, unknown>) => [
    ...[teamNumber, teamName, area, title],
  ]);
}

test('who needs power gets it first, others are where there is none, and numbers go on when all are taken', () => {
  const parties = [false, true, false, true, false, true].map((needsPower) => ({ needsPower }));
  expect(pickNumbers(parties, [1], [plain, wired]).map((each) => each.number)).toEqual([
    2, 11, 14, 12, 15, 13,
  ]);
  expect(pickNumbers(parties.slice(0, 2), [3, 7], []).map((each) => each.number)).toEqual([8, 9]);
  expect(pickNumbers([{ needsPower: false }], [1, 2], [plain, wired])).toEqual([{ number: 11, area: 'Lab' }]);
});

test('tables follow areas and power, late ones get what is free, and numbers never change', async () => {
  const { event } = site.services;
  if (!event.projects) throw new Error('This event has no projects.');
  event.projects = { ...event.projects, areas: [plain, wired] };
  await enter('Ann', false);
  await enter('Bea', true);
  expect(await number()).toEqual([
    [1, 'Ann', 'Hall', 'By Ann'],
    [11, 'Bea', 'Lab', 'By Bea'],
  ]);
  await enter('Aaron', false);
  await enter('Zoe', true);
  await enter('Late', false);
  expect(await number()).toEqual([
    [1, 'Ann', 'Hall', 'By Ann'],
    [2, 'Aaron', 'Hall', 'By Aaron'],
    [11, 'Bea', 'Lab', 'By Bea'],
    [12, 'Zoe', 'Lab', 'By Zoe'],
    [13, 'Late', null, 'By Late'],
  ]);
});

test('organizers alone see who began before the event, and judge it themselves', async () => {
  const cy = await enter('Cy', false);
  const mine = await cy.call('PUT', '/projects/mine/details', { startedOn: '2025-09-01', needsPower: true });
  expect(mine.json().details).toEqual({ startedOn: '2025-09-01', needsPower: true });
  const marksOf = async () => {
    const { projects } = (await grace.call('GET', '/projects')).json();
    return projects.find(({ title }: { title: string }) => title === 'By Cy').marks;
  };
  expect(await marksOf()).toContain('begun-early');
  await cy.call('PUT', '/projects/mine/details', { startedOn: '2025-09-20', needsPower: true });
  expect(await marksOf()).not.toContain('begun-early');
  expect(
    (await cy.call('PUT', '/projects/mine/details', { startedOn: 'soon', needsPower: true })).statusCode,
  ).toBe(400);
  for (const startedOn of ['0007-09-20', '2005-09-19', '2025-09-22', '20255-09-01']) {
    const refused = await cy.call('PUT', '/projects/mine/details', { startedOn, needsPower: true });
    expect([refused.statusCode, Object.keys(refused.json().fields)], startedOn).toEqual([400, ['startedOn']]);
  }
});

test('an event with areas that overlap or end before they begin is refused', async () => {
  const check = (areas: object[]) => () =>
    checkEvent({ ...defaultDocument, projects: { deadline: '2025-09-21T12:00:00-07:00', areas } });
  expect(check([plain, { ...wired, from: 2 }])).toThrow('areas, entry 2: from is in another area already');
  expect(check([{ ...plain, to: 0 }])).toThrow();
  expect(check([{ ...plain, from: 9 }])).toThrow('entry 1: to is before the first table');
});
