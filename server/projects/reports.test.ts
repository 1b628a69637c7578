import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { setDeadline, submitTestProject } from '../testing/projects.ts';

let site: TestApp;
let grace: TestActor;
let ada: TestActor;
let id: string;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
  setDeadline(site, 3_600_000);
  ada = await signUp(site);
  await createApplicant(site, ada);
  await submitTestProject(ada);
  ({ id } = await site.services.db.selectFrom('projects').select('id').executeTakeFirstOrThrow());
});
afterAll(() => site.close());
beforeEach(async () => {
  await grace.call('PUT', '/projects/switches', { galleryOpen: true });
  await site.services.db.deleteFrom('project_reports').execute();
});

const report = (text: string, project = id) =>
  anonymous(site).call('POST', `/projects/${project}/reports`, { text });
const reports = async (): Promise<string[]> =>
  (await grace.call('GET', '/projects')).json().projects[0].reports.map(({ text }: { text: string }) => text);

test('a visitor without an account reports a project, also by a form, and only organizers read it', async () => {
  const answer = await report(' It is mine.\u0007 ');
  expect(answer.statusCode).toBe(400);
  expect((await report(' It is mine. ')).statusCode).toBe(200);
  const form = await site.app.inject({
    method: 'POST',
    url: `/api/projects/${id}/reports`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ text: 'So is this & <b>that</b>' }).toString(),
  });
  expect([form.statusCode, form.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await reports()).toEqual(['It is mine.', 'So is this & <b>that</b>']);
  expect((await ada.call('GET', '/projects/mine')).body).not.toContain('It is mine');
  expect((await report('')).statusCode).toBe(400);
  expect((await report('x'.repeat(501))).statusCode).toBe(400);
  const [stored] = await site.services.db.selectFrom('project_reports').selectAll().execute();
  expect(Object.keys(stored!).sort()).toEqual(['at', 'id', 'project_id', 'text']);
});

test('only what is in the gallery can be reported', async () => {
  expect((await report('x', crypto.randomUUID())).statusCode).toBe(404);
  await grace.call('PUT', `/projects/${id}/hidden`, { hidden: true });
  expect((await report('x')).statusCode).toBe(404);
  await grace.call('PUT', `/projects/${id}/hidden`, { hidden: false });
  await grace.call('PUT', '/projects/switches', { galleryOpen: false });
  expect((await report('x')).statusCode).toBe(404);
  expect(await reports()).toEqual([]);
});

test('the newest 20 reports are stored and the others counted; dismissing deletes all with a record', async () => {
  for (let count = 1; count <= 22; count += 1) {
    site.advance(1);
    expect((await report(`Report ${count}`)).statusCode).toBe(200);
  }
  const newest = Array.from({ length: 20 }, (_, at) => `Report ${at + 3}`);
  expect(await reports()).toEqual(newest);
  const earlier = async () => (await grace.call('GET', '/projects')).json().projects[0].earlierReports;
  expect(await earlier()).toBe(2);
  expect((await grace.call('DELETE', `/projects/${id}/reports`)).statusCode).toBe(200);
  expect([await reports(), await earlier()]).toEqual([[], 0]);
  expect((await grace.call('DELETE', `/projects/${id}/reports`)).statusCode).toBe(200);
  const recorded = site.services.db.selectFrom('audit').where('action', '=', 'project.reports_dismissed');
  expect(await recorded.select('detail').execute()).toEqual([{ detail: { count: 22 } }]);
});

test('a report stays as its visitor wrote it when somebody whom it names deletes their account, and all go with the project', async () => {
  const bob = await signUp(site, { name: 'Barnaby Crumb' });
  await createApplicant(site, bob);
  await report('Barnaby Crumb wrote this, not they.');
  await report('It is ugly.');
  expect((await bob.call('DELETE', '/users/me')).statusCode).toBeLessThan(300);
  expect((await reports()).sort()).toEqual(['Barnaby Crumb wrote this, not they.', 'It is ugly.']);
  await site.services.db.deleteFrom('projects').execute();
  expect(await site.services.db.selectFrom('project_reports').selectAll().execute()).toEqual([]);
});
