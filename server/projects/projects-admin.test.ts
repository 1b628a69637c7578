import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProjectText } from '../../contract/projects/projects.ts';
import { findGalleryContent } from '../judging/gallery.service.ts';
import { channel } from '../platform/live/notify.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { sendPicture } from '../testing/forms.ts';
import { signInJudge } from '../testing/judges.ts';
import { createTestPicture } from '../testing/pictures.ts';
import { projectText, saveText, setDeadline, submitTestProject } from '../testing/projects.ts';
import { createTestTeam } from '../testing/teams.ts';

let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.services.db.deleteFrom('projects').execute();
  await site.services.db.deleteFrom('settings').where('key', '=', 'projects').execute();
  setDeadline(site, 3_600_000);
});

async function enter(text: Partial<ProjectText> = {}) {
  const { leader, id } = await createTestTeam(site, 1);
  await createApplicant(site, leader);
  await submitTestProject(leader, text);
  return { leader, id };
}
const overview = async () => (await grace.call('GET', '/projects')).json();
const idOf = async (title: string): Promise<string> =>
  (await overview()).projects.find((project: { title: string }) => project.title === title)._id;
const gallery = (path = '/projects') => findGalleryContent(site.services, path);
const openGallery = () => grace.call('PUT', '/projects/switches', { galleryOpen: true });
const titles = async (path?: string) => {
  const content = await gallery(path);
  return content?.kind === 'list' ? content.projects.map(({ title }) => title) : undefined;
};

test('organizers see drafts and submissions, and what projects have in common', async () => {
  expect((await anonymous(site).call('GET', '/projects')).statusCode).toBe(401);
  const ada = await signUp(site);
  await createApplicant(site, ada);
  await saveText(ada, 0, { title: 'Draft', repository: '' });
  const description =
    'The very same words about what it does and why it matters, twice, in two different projects.';
  await enter({ title: 'One', repository: 'https://Code.example/bus.git', description });
  await enter({ title: 'Two', repository: 'https://code.example/bus/', description: ` ${description} ` });
  await enter({ title: 'Other', repository: 'https://code.example/other', description: 'Short.' });
  expect((await overview()).projects).toMatchObject([
    { title: 'Draft', by: ada.name, submittedAt: null, marks: [] },
    {
      ...{ title: 'One', by: 'Night Owls', marks: ['same-link', 'same-text'] },
      sharedWith: [
        { flag: 'same-link', title: 'Two', table: null },
        { flag: 'same-text', title: 'Two', table: null },
      ],
    },
    { title: 'Other', marks: [], sharedWith: [] },
    { title: 'Two', marks: ['same-link', 'same-text'] },
  ]);
});

test('organizers read a draft in full with everybody on it, and cannot hide it', async () => {
  const { leader, id: team } = await createTestTeam(site, 2);
  await createApplicant(site, leader);
  await saveText(leader, 0, {
    title: 'Draft',
    description: '*Soon* <b>bold</b>',
    demo: 'javascript:alert(1)',
  });
  await sendPicture(leader, await createTestPicture({ width: 8, height: 6 }), 'A bus');
  const id = await idOf('Draft');
  const members = await site.services.db
    .selectFrom('team_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.team_id', '=', team)
    .select(['u.id as _id', 'u.name', 'u.email'])
    .execute();
  const opened = (await grace.call('GET', `/projects/${id}`)).json();
  expect(opened).toMatchObject({
    descriptionHtml: '<p><em>Soon</em> &lt;b&gt;bold&lt;/b&gt;</p>\n',
    pictures: [{ alternativeText: 'A bus' }],
    links: [{ name: 'repository', host: 'code.example' }],
  });
  expect(new Set(opened.people)).toEqual(new Set(members));
  const hide = (hidden: boolean) => grace.call('PUT', `/projects/${id}/hidden`, { hidden });
  expect((await hide(true)).statusCode).toBe(404);
  // A hidden project whose team takes it back stays hidden, and is shown again as a draft.
  const { version } = (await leader.call('GET', '/projects/mine')).json();
  await leader.call('PUT', '/projects/mine', { version, text: { ...projectText, title: 'Draft' } });
  await leader.call('POST', '/projects/mine/submit', { version: version + 1 });
  expect((await hide(true)).statusCode).toBe(200);
  await leader.call('POST', '/projects/mine/withdraw', { version: version + 2 });
  expect((await overview()).projects).toMatchObject([{ submittedAt: null, hidden: true }]);
  expect((await hide(false)).statusCode).toBe(200);
  expect((await overview()).projects).toMatchObject([{ hidden: false }]);
  expect((await grace.call('GET', `/projects/${crypto.randomUUID()}`)).statusCode).toBe(404);
});

test('one team may submit later than everybody, and is not late then', async () => {
  setDeadline(site, -1000);
  const { leader } = await createTestTeam(site, 1);
  await createApplicant(site, leader);
  const solo = await signUp(site);
  await createApplicant(site, solo);
  const move = (person: string, until: string | null) =>
    grace.call('PUT', '/projects/deadlines', { person, until });
  expect((await saveText(leader, 0, {})).json().code).toBe('project_closed');
  const until = new Date(site.services.now().getTime() + 60_000).toISOString();
  expect((await move(leader.email, until)).statusCode).toBe(200);
  expect((await saveText(leader, 0, {})).json()).toMatchObject({ deadline: until, can: { submit: true } });
  await leader.call('POST', '/projects/mine/submit', { version: 1 });
  expect((await overview()).projects).toMatchObject([{ late: false }]);
  expect((await saveText(solo, 0, {})).json().code).toBe('project_closed');
  await move(solo.id, until);
  expect((await saveText(solo, 0, {})).statusCode).toBe(200);
  expect((await overview()).laterDeadlines).toMatchObject([
    { user: solo.id, until },
    { name: 'Night Owls', until },
  ]);
  site.advance(61_000);
  expect((await saveText(leader, 2, {})).json().code).toBe('project_closed');
  site.advance(-61_000);
  // A later deadline for everybody is theirs too.
  setDeadline(site, 120_000);
  expect(Date.parse((await leader.call('GET', '/projects/mine')).json().deadline)).toBeGreaterThan(
    Date.parse(until),
  );
  setDeadline(site, -1000);
  await move(solo.id, null);
  expect((await saveText(solo, 1, {})).json().code).toBe('project_closed');
  for (const [time, problem] of [
    ['0007-09-20T20:00:00Z', 'has passed'],
    [
      new Date(site.services.now().getTime() + 367 * 24 * 3_600_000).toISOString(),
      'is more than a year away',
    ],
  ] as const)
    expect((await move(solo.id, time)).json().fields).toEqual({ until: problem });
  expect((await move('nobody@example.org', until)).statusCode).toBe(404);
});

test('the switches change one by one, are recorded, and the event says whether the gallery is open', async () => {
  const isOpen = async () => (await anonymous(site).call('GET', '/event')).json().projects.galleryOpen;
  await openGallery();
  expect(await isOpen()).toBe(true);
  await grace.call('PUT', '/projects/switches', { acceptsLate: true });
  expect((await overview()).switches).toEqual({ acceptsLate: true, galleryOpen: true });
  await grace.call('PUT', '/projects/switches', { galleryOpen: false });
  expect((await overview()).switches).toEqual({ acceptsLate: true, galleryOpen: false });
  expect(await isOpen()).toBeUndefined();
  const actions = await site.services.db
    .selectFrom('audit')
    .where('action', '=', 'projects.switched')
    .select(['actor_id', 'detail'])
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(actions).toEqual([{ actor_id: grace.id, detail: { galleryOpen: false } }]);
});

test('the gallery is closed until the switch, or the event’s own time', async () => {
  await enter();
  expect(await gallery()).toBeUndefined();
  await openGallery();
  expect(await titles()).toEqual(['Night Bus']);
  await grace.call('PUT', '/projects/switches', { galleryOpen: false });
  expect(await gallery()).toBeUndefined();
  const { event, now } = site.services;
  if (!event.projects) throw new Error('This event has no projects.');
  event.projects.galleryOpensAt = new Date(now().getTime() + 1000).toISOString();
  expect(await gallery()).toBeUndefined();
  site.advance(2000);
  expect(await titles()).toEqual(['Night Bus']);
  site.advance(-2000);
  delete event.projects.galleryOpensAt;
});

test('after the event’s own time organizers can still close the gallery, and open it again', async () => {
  await enter();
  const { event, now } = site.services;
  if (!event.projects) throw new Error('This event has no projects.');
  await grace.call('PUT', '/projects/switches', { galleryOpen: false });
  event.projects.galleryOpensAt = new Date(now().getTime() + 1000).toISOString();
  site.advance(2000);
  expect((await overview()).switches.galleryOpen).toBe(true);
  await grace.call('PUT', '/projects/switches', { acceptsLate: true });
  expect(await titles()).toEqual(['Night Bus']);
  await grace.call('PUT', '/projects/switches', { galleryOpen: false });
  expect([await gallery(), (await overview()).switches.galleryOpen]).toEqual([undefined, false]);
  await openGallery();
  expect(await titles()).toEqual(['Night Bus']);
  site.advance(-2000);
  delete event.projects.galleryOpensAt;
});

test('the project of people who withdrew or were rejected leaves the public, and is back with them', async () => {
  const alone = await signUp(site);
  await createApplicant(site, alone);
  await submitTestProject(alone, { title: 'Alone' });
  await sendPicture(alone, await createTestPicture({ width: 8, height: 6 }), 'A bus');
  const { leader, members } = await createTestTeam(site, 2);
  const other = members.find(({ id }) => id !== leader.id)!;
  for (const member of [leader, other]) await createApplicant(site, member);
  await submitTestProject(leader, { title: 'Together' });
  await openGallery();
  const shown = await gallery(`/projects/${await idOf('Alone')}`);
  const picture = shown?.kind === 'project' ? shown.pictures[0]!.url : '';
  const see = async () => [
    await titles(),
    (await gallery(`/projects/${await idOf('Alone')}`))?.kind,
    (await anonymous(site).call('GET', picture.replace('/api', ''))).statusCode,
  ];
  expect(await see()).toEqual([['Alone', 'Together'], 'project', 200]);
  const listener = new pg.Client({ connectionString: site.database.url });
  await listener.connect();
  await listener.query(`listen ${channel}`);
  const told: (string | undefined)[] = [];
  listener.on('notification', ({ payload }) => told.push(payload));
  await alone.call('POST', '/applications/withdraw');
  await leader.call('POST', '/applications/withdraw');
  expect(await see()).toEqual([['Together'], undefined, 404]);
  await expect.poll(() => told).toContain('projects');
  await listener.end();
  const marks = (await overview()).projects.map(({ title, marks }: { title: string; marks: string[] }) => [
    title,
    marks,
  ]);
  expect(marks).toEqual([
    ['Alone', ['same-link', 'not-approved']],
    ['Together', ['same-link']],
  ]);
  await site.services.db
    .updateTable('applications')
    .set({ status: 'rejected' })
    .where('user_id', '=', other.id)
    .execute();
  expect(await titles()).toEqual([]);
  expect((await alone.call('POST', '/applications/restore')).statusCode).toBe(200);
  expect(await see()).toEqual([['Alone'], 'project', 200]);
});

test('the gallery has submitted projects that are not hidden, by track and by prize', async () => {
  await enter({ title: 'One', prizes: ['aiPersonas'] });
  await enter({ title: 'Two' });
  const ada = await signUp(site);
  await createApplicant(site, ada, { track: 'Startup Track' });
  await saveText(ada, 0, { title: 'Draft' });
  await openGallery();
  expect(await titles()).toEqual(['One', 'Two']);
  expect(await titles('/projects/prize/aiPersonas')).toEqual(['One']);
  expect(await titles('/projects/track/hacker')).toEqual(['One', 'Two']);
  expect(await titles('/projects/track/startup')).toEqual([]);
  for (const path of ['/projects/prize/nothing', '/projects/track/x', '/projects/x', '/projects/a/b/c'])
    expect(await gallery(path)).toBeUndefined();
  expect(
    (await grace.call('PUT', `/projects/${await idOf('One')}/hidden`, { hidden: true })).statusCode,
  ).toBe(200);
  expect(await titles()).toEqual(['Two']);
  expect(await gallery(`/projects/${await idOf('One')}`)).toBeUndefined();
  await grace.call('PUT', `/projects/${await idOf('One')}/hidden`, { hidden: false });
  expect(await titles()).toEqual(['One', 'Two']);
  const unknown = await grace.call('PUT', `/projects/${crypto.randomUUID()}/hidden`, { hidden: true });
  expect(unknown.statusCode).toBe(404);
});

test('a page shows a project with its links to the web, and nobody’s name but the team’s', async () => {
  const { leader } = await enter({ demo: 'https://www.demo.example/x' });
  const solo = await signUp(site, { name: 'Solo Sally' });
  await createApplicant(site, solo);
  await submitTestProject(solo, { title: 'Alone' });
  await openGallery();
  expect(await gallery(`/projects/${await idOf('Night Bus')}`)).toMatchObject({
    kind: 'project',
    project: { title: 'Night Bus', team: 'Night Owls' },
    descriptionHtml: '<p>It <em>knows</em> the timetable.</p>\n',
    links: [
      { name: 'repository', host: 'code.example' },
      { name: 'demo', url: 'https://www.demo.example/x', host: 'demo.example' },
    ],
  });
  const everything = JSON.stringify([await gallery(), await gallery(`/projects/${await idOf('Alone')}`)]);
  for (const { name, email } of [leader, solo]) expect(everything).not.toMatch(`${name}|${email}`);
});

test('whoever agrees is named in the gallery and among the winners, and not a moment longer', async () => {
  const { leader } = await enter();
  await openGallery();
  const id = await idOf('Night Bus');
  const { db, now } = site.services;
  const winners = [{ place: 1, tied: false, project: id }];
  const value = { at: now().toISOString(), groups: [{ key: 'hacker', label: 'Hacker Track', winners }] };
  await db
    .insertInto('settings')
    .values({ key: 'results', value: JSON.stringify(value) })
    .execute();
  const named = async () => {
    const [list, one, results] = [
      await gallery(),
      await gallery(`/projects/${id}`),
      await gallery('/projects/results'),
    ];
    if (list?.kind !== 'list' || one?.kind !== 'project' || results?.kind !== 'results') return undefined;
    return [list.projects[0]?.makers, one.project.makers, results.groups[0]?.winners[0]?.makers];
  };
  expect(await named()).toEqual([[], [], []]);
  const agree = async (agreed: boolean) =>
    (await leader.call('PUT', '/projects/mine/named', { named: agreed })).json().isNamed;
  expect(await agree(true)).toBe(true);
  expect(await named()).toEqual([[leader.name], [leader.name], [leader.name]]);
  // Organizers have approved this name.
  await leader.call('PUT', '/users/me', { name: 'President Of Mars' });
  expect(await named()).toEqual([[leader.name], [leader.name], [leader.name]]);
  expect(await agree(false)).toBe(false);
  expect(await named()).toEqual([[], [], []]);
  await agree(true);
  await leader.call('DELETE', '/users/me');
  expect(await gallery(`/projects/${id}`)).toBeUndefined();
  await db.deleteFrom('settings').where('key', '=', 'results').execute();
});

test('the export has Devpost’s columns, or everything as JSON', async () => {
  const { leader, members } = await createTestTeam(site, 2);
  await createApplicant(site, leader);
  await submitTestProject(leader, { title: '=1+1', prizes: ['aiPersonas'], tags: ['React', 'Postgres'] });
  const question = { id: 'school', type: 'school' as const, label: 'School', required: false };
  const { event } = site.services;
  site.services.event = { ...event, questions: [{ ...question, sensitive: false, visibleTo: [] }] };
  const [first, second] = members.toSorted((one, other) => one.name.localeCompare(other.name));
  for (const [person, school] of [
    [first!, 'State University'],
    [second!, 'Turing College'],
  ] as const)
    await site.services.db
      .insertInto('answers')
      .values({
        user_id: person.id,
        ...{ question: 'school', type: 'school', label: 'School', position: 0, sensitive: false },
        ...{ value: JSON.stringify(school), visible_to: [] },
      })
      .execute();
  const csv = (await grace.call('GET', '/projects/export')).body;
  const [head, row] = csv.split('\r\n');
  expect(head).toContain('"Project Title","Submission Url","Project Status"');
  expect(row).toContain('"\'=1+1"');
  expect(row).toContain(
    '"Best Use of AI Personas","React, Postgres","","State University, Turing College","1","Night Owls"',
  );
  expect(row).toContain('"Finds the last bus home.","https://code.example/night-bus",""');
  const [project] = (await grace.call('GET', '/projects/export?format=json')).json();
  expect(project).toMatchObject({
    ...projectText,
    title: '=1+1',
    tags: ['React', 'Postgres'],
    prizes: ['aiPersonas'],
    team: 'Night Owls',
    pictures: [],
    people: [
      { name: first!.name, email: first!.email, school: 'State University' },
      { name: second!.name, email: second!.email, school: 'Turing College' },
    ],
  });
  expect(row).toContain(`"${first!.name}, ${second!.name}","${first!.email}, ${second!.email}"`);
  site.services.event = event;
});

test('everything as JSON has the pictures of drafts too, with their addresses', async () => {
  const ada = await signUp(site);
  await createApplicant(site, ada);
  await saveText(ada, 0, { title: 'Draft' });
  await sendPicture(ada, await createTestPicture({ width: 8, height: 6 }), 'A bus at night');
  const [draft] = (await grace.call('GET', '/projects/export?format=json')).json();
  const { origin } = site.services.config.publicUrl;
  expect(draft).toMatchObject({
    title: 'Draft',
    submittedAt: null,
    pictures: [{ alternativeText: 'A bus at night', width: 8, height: 6 }],
  });
  const address = new URL(draft.pictures[0].url);
  expect(address.origin).toBe(origin);
  const file = await grace.call('GET', address.pathname);
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/jpeg']);
});

test('tables are numbered for submitted projects, late ones after them, and judges see what they come for', async () => {
  await site.services.db.deleteFrom('demo_tables').execute();
  const first = await enter({ title: 'One' });
  const other = await createTestTeam(site, 1);
  await createApplicant(site, other.leader);
  const number = async () => (await grace.call('POST', '/judging/tables?who=submitted')).json();
  const progress = async () => (await grace.call('GET', '/judging/progress')).json();
  const count = async () => (await progress()).unnumbered.submitted;
  expect(await count()).toBe(1);
  // Organizers are told of it once the deadline has passed, or judging has begun.
  const { projects } = site.services.event;
  setDeadline(site, 1000);
  expect((await progress()).withoutTable).toBe(0);
  setDeadline(site, 0);
  expect((await progress()).withoutTable).toBe(1);
  site.services.event.projects = projects;
  expect(await number()).toMatchObject({ assigned: 1, total: 1 });
  expect(await count()).toBe(0);
  expect(await number()).toMatchObject({ assigned: 0 });
  await submitTestProject(other.leader, { title: 'Later' });
  expect(await number()).toMatchObject({ assigned: 1, total: 2 });
  const tables = await site.services.db
    .selectFrom('demo_tables')
    .select(['number', 'team_id'])
    .orderBy('number')
    .execute();
  expect(tables).toEqual([
    { number: 1, team_id: first.id },
    { number: 2, team_id: other.id },
  ]);
  const judge = await signInJudge(site);
  expect((await judge.call('GET', '/judge/tables')).json()).toMatchObject([
    { teamNumber: 1, project: { title: 'One', links: [{ host: 'code.example' }] } },
    { teamNumber: 2, project: { title: 'Later' } },
  ]);
});
