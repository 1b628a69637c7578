import { RawNode } from 'kysely';
import { expect } from 'vitest';
import { anonymous, signUpAdmin, type TestActor } from '../testing/actors.ts';
import type { TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { sendImport } from '../testing/forms.ts';
import { scoreBody, signInJudge } from '../testing/judges.ts';
import { saveText, setDeadline, submitTestProject } from '../testing/projects.ts';
import { countAnswers, race, rewriteStatements, withoutKeyLocks } from '../testing/races.ts';
import { createTestTeam, expectInvariants } from '../testing/teams.ts';

async function approvedTeam(site: TestApp, members: number) {
  setDeadline(site, 3_600_000);
  const made = await createTestTeam(site, members);
  for (const member of made.members) await createApplicant(site, member);
  return made;
}

const submit = (who: TestActor, version: number) => who.call('POST', '/projects/mine/submit', { version });
const projectsOf = (site: TestApp, teamId: string) =>
  site.services.db.selectFrom('projects').selectAll().where('team_id', '=', teamId).execute();

race(
  'of four members who begin the project at once one does, and the others see it',
  async (site) => {
    const { id, members } = await approvedTeam(site, 4);
    const answers = await site.together(
      members.map((who) => () => saveText(who, 0, { title: `By ${who.name}` })),
    );
    expect(countAnswers(answers)).toEqual({ 200: 1, 409: 3 });
    const [stored, ...others] = await projectsOf(site, id);
    expect(others).toEqual([]);
    for (const answer of answers.filter(({ statusCode }) => statusCode === 409))
      expect(answer.json()).toMatchObject({
        code: 'project_changed',
        current: { text: { title: stored?.title } },
      });
  },
  { paused: ['projects'], pauses: 4 },
);

race(
  'two members submit at the deadline: submitted once, and the text of neither is lost',
  async (site) => {
    const { id, members } = await approvedTeam(site, 2);
    const [ada, grace] = members as [TestActor, TestActor];
    await saveText(ada, 0);
    const answers = await site.together([
      () => submit(ada, 1),
      () => submit(grace, 1),
      () => saveText(grace, 1, { title: 'A last change' }),
    ]);
    expect(countAnswers(answers)).toEqual({ 200: 1, 409: 2 });
    const [stored] = await projectsOf(site, id);
    expect(stored?.version).toBe(2);
    await expectInvariants(site);
  },
  { paused: ['projects'], pauses: 6 },
);

race(
  'the last member leaves while submitting: the project is theirs, and submitted when the answer says so',
  async (site) => {
    const { id, leader } = await approvedTeam(site, 1);
    await saveText(leader, 0);
    const [left, submitted] = await site.together([
      () => leader.call('DELETE', `/teams/${id}/leave`),
      () => submit(leader, 1),
    ]);
    expect([left?.statusCode, submitted?.statusCode]).toEqual([200, 200]);
    const { team, submittedAt } = (await leader.call('GET', '/projects/mine')).json();
    expect([team, submittedAt === null]).toEqual([null, false]);
    await expectInvariants(site);
  },
  { paused: ['team_members', 'projects'], pauses: 6 },
);

race(
  'two members withdraw, delete and change a submission at once: one of them does',
  async (site) => {
    const { id, members } = await approvedTeam(site, 2);
    const [ada, grace] = members as [TestActor, TestActor];
    const { version } = await submitTestProject(ada);
    const answers = await site.together([
      () => ada.call('POST', '/projects/mine/withdraw', { version }),
      () => grace.call('DELETE', '/projects/mine', { version }),
      () => saveText(grace, version, { title: 'A last change' }),
    ]);
    expect(countAnswers(answers)).toEqual({ 200: 1, 409: 2 });
    expect((await projectsOf(site, id)).length).toBe(answers[1]?.statusCode === 200 ? 0 : 1);
    await expectInvariants(site);
  },
  { paused: ['projects'], pauses: 6 },
);

const withoutTableLocks = rewriteStatements((node) =>
  RawNode.is(node) && node.sqlFragments.some((text) => text.startsWith('lock table demo_tables'))
    ? RawNode.createWithSql('select 1')
    : node,
);
let lastTable = 0;

race(
  'a judge of a prize scores a project while it is withdrawn: one of both',
  async (site) => {
    const { event, db } = site.services;
    const best = { key: 'best-map', label: 'Best map', rubric: 'maps', judgedBy: 'Atlas Inc.' };
    const maps = [{ key: 'fit', label: 'Fit', weight: 100, description: 'Does it fit?' }];
    event.rubric = { ...event.rubric, maps };
    if (event.projects) event.projects = { ...event.projects, prizes: [best] };
    const { id, leader } = await approvedTeam(site, 1);
    const { version } = await submitTestProject(leader, { prizes: [best.key] });
    lastTable += 1;
    const table = { number: lastTable, name: 'Night Owls', track: 'hacker' as const, team_id: id };
    await db.insertInto('demo_tables').values(table).execute();
    const judge = await signInJudge(site, { prize: best.key });
    const [scored, withdrawn] = await site.together([
      () => judge.call('POST', '/scores', scoreBody({ team_number: table.number, scores: { fit: 9 } })),
      () => leader.call('POST', '/projects/mine/withdraw', { version }),
    ]);
    expect([
      [201, 409],
      [404, 200],
    ]).toContainEqual([scored?.statusCode, withdrawn?.statusCode]);
  },
  { paused: ['project_tables join'], pauses: 2, without: withoutTableLocks },
);

race(
  'of 30 reports at once 20 are stored and 10 counted, and each visitor is told the same',
  async (site) => {
    const { id, leader } = await approvedTeam(site, 1);
    await submitTestProject(leader);
    const [project] = await projectsOf(site, id);
    const organizer = await signUpAdmin(site);
    await organizer.call('PUT', '/projects/switches', { galleryOpen: true });
    const report = () => anonymous(site).call('POST', `/projects/${project!.id}/reports`, { text: 'Look.' });
    const answers = await site.together(Array.from({ length: 30 }, () => report));
    expect(countAnswers(answers)).toEqual({ 200: 30 });
    const reports = site.services.db.selectFrom('project_reports').where('project_id', '=', project!.id);
    expect(await reports.selectAll().execute()).toHaveLength(20);
    const counted = site.services.db.selectFrom('projects').where('id', '=', project!.id);
    expect(await counted.select('earlier_reports').execute()).toEqual([{ earlier_reports: 10 }]);
  },
  { without: withoutKeyLocks },
);

race(
  'two organizers import the same file at once: one adds its projects, the other finds them',
  async (site) => {
    const url = `https://devpost.example/${crypto.randomUUID()}`;
    const csv = `Project Title,Submission Url\nOne,${url}/1\nTwo,${url}/2\n`;
    const organizers = [await signUpAdmin(site), await signUpAdmin(site)];
    const answers = await site.together(organizers.map((who) => () => sendImport(who, csv)));
    expect(countAnswers(answers)).toEqual({ 200: 2 });
    const reports = answers.map((answer) => answer.json()).sort((a, b) => a.added - b.added);
    expect(reports).toMatchObject([
      { added: 0, unchanged: 2 },
      { added: 2, unchanged: 0 },
    ]);
  },
  { paused: ['projects'], pauses: 4, without: withoutKeyLocks },
);
