import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { queueMail } from '../../platform/mail/mail.service.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApprovedTeam, findCardId, invite } from '../../testing/directory.ts';
import { submitForm } from '../../testing/forms.ts';
import { createPdf } from '../../testing/pdf.ts';
import { createTestTeam } from '../../testing/teams.ts';
import { unzip } from '../../testing/zip.ts';
import { createCode } from '../auth/sign-in-codes.service.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

async function applicant(): Promise<{ ada: TestActor; resume: Buffer }> {
  const ada = await signUp(site);
  const resume = createPdf({ text: [`Resume of ${ada.name}`] });
  expect((await submitForm(ada, {}, { resume })).statusCode).toBe(201);
  return { ada, resume };
}

/** Rows that name a person, table by table. */
async function tracesOf(id: string, email: string) {
  const { db } = site.services;
  const count = async (query: { execute: () => Promise<unknown[]> }) => (await query.execute()).length;
  return {
    users: await count(db.selectFrom('users').select('id').where('id', '=', id)),
    sessions: await count(db.selectFrom('sessions').select('user_id').where('user_id', '=', id)),
    applications: await count(db.selectFrom('applications').select('id').where('user_id', '=', id)),
    files: await count(db.selectFrom('files').select('id').where('owner_id', '=', id)),
    members: await count(db.selectFrom('team_members').select('user_id').where('user_id', '=', id)),
    mails: await count(db.selectFrom('mails').select('id').where('recipient', '=', email)),
    codes: await count(db.selectFrom('email_codes').select('id').where('email', '=', email)),
  };
}

test('the export holds all data of its owner, and the files as they were sent', async () => {
  expect((await anonymous(site).call('GET', '/users/me/export')).statusCode).toBe(401);
  const { ada, resume } = await applicant();
  const { ada: other } = await applicant();
  await site.services.db
    .updateTable('profiles')
    .set({ resume_text: 'Read from the resume', resume: 'read' })
    .where('application_id', 'in', (select) =>
      select.selectFrom('applications').select('id').where('user_id', '=', ada.id),
    )
    .execute();
  await site.services.db
    .updateTable('applications')
    .set({ status: 'approved', reviewed_at: new Date() })
    .where('user_id', '=', ada.id)
    .execute();
  await ada.call('PUT', '/teams/card', { skills: 'Rust', about: 'I like maps.' });
  const { leader } = await createApprovedTeam(site, 1);
  await invite(leader, ada, await findCardId(site, ada));
  const answer = await ada.call('GET', '/users/me/export');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="about-me.zip"',
    'cache-control': 'no-store',
  });
  const files = unzip(answer.rawPayload);
  expect([...files.keys()]).toEqual([expect.stringMatching(/^resume-[0-9a-f]{8}\.pdf$/), 'about-me.json']);
  expect([...files.values()][0]).toEqual(resume);
  const text = files.get('about-me.json')!.toString();
  expect(JSON.parse(text)).toMatchObject({
    account: { id: ada.id, email: ada.email, name: ada.name },
    application: { status: 'approved' },
    teamCard: { skills: 'Rust', about: 'I like maps.' },
    teamInvites: [{ team: 'Night Owls', status: 'pending' }],
    readFromResume: { text: 'Read from the resume' },
    files: [{ kind: 'resume', size: resume.length }],
  });
  expect(text).not.toContain(other.email);
  expect(text).not.toMatch(/token_hash|storage_key|"key"/);
});

test('deleting an account deletes everything, and leaves the audit without a name', async () => {
  expect((await anonymous(site).call('DELETE', '/users/me')).statusCode).toBe(401);
  const { ada } = await applicant();
  const { ada: other } = await applicant();
  for (const { id, email } of [ada, other]) {
    await queueMail(site.services.db, { to: email, userId: id, subject: 'a', text: 'b', html: 'c' });
    await queueMail(site.services.db, { to: email, userId: null, subject: 'a', text: 'b', html: 'c' });
    await createCode(site.services, site.services.db, email);
  }
  await recordAudit(site.services.db, ada.id, 'test', other.id);
  const asked = await createTestTeam(site, 1);
  await ada.call('POST', '/teams/join-requests', { teamId: asked.id });
  const { db } = site.services;
  await db
    .insertInto('demo_tables')
    .values({ number: 7, name: ada.name, track: 'hacker', user_id: ada.id, team_id: null })
    .execute();
  const namesHer = async () => {
    const mails = await db.selectFrom('mails').select(['subject', 'text', 'html']).execute();
    const tables = await db.selectFrom('demo_tables').select('name').execute();
    return [...mails, ...tables].filter((row) => JSON.stringify(row).includes(ada.name)).length;
  };
  expect(await namesHer()).toBe(2);

  const gone = await ada.call('DELETE', '/users/me');
  expect(gone.statusCode).toBe(200);
  expect(gone.json()).toEqual({ success: true });
  expect(gone.cookies).toMatchObject([{ name: 'sid', value: '' }]);
  expect((await ada.call('GET', '/auth/user')).json().success).toBe(false);
  expect(await namesHer()).toBe(0);
  const none = { users: 0, sessions: 0, applications: 0, files: 0, members: 0, mails: 0, codes: 0 };
  // The email that says so goes once it is delivered.
  expect(await tracesOf(ada.id, ada.email)).toEqual({ ...none, mails: 1 });
  expect(await tracesOf(other.id, other.email)).toMatchObject({
    users: 1,
    applications: 1,
    files: 1,
    mails: 3,
  });
  const acts = await site.services.db
    .selectFrom('audit')
    .selectAll()
    .where('actor_id', '=', ada.id)
    .execute();
  expect(acts.map((act) => act.action)).toEqual(['test', 'account.deleted']);
  expect(JSON.stringify(acts)).not.toContain(ada.name);
});

test('deleting an account needs a recent sign-in', async () => {
  const ada = await signUp(site);
  site.advance(10 * 60_000 + 1);
  const refused = await ada.call('DELETE', '/users/me');
  expect(refused.statusCode).toBe(403);
  expect(refused.json().code).toBe('stale_sign_in');
  expect((await tracesOf(ada.id, ada.email)).users).toBe(1);
});

test('when a leader leaves, another member leads the team; the last one ends it', async () => {
  const { id, leader, members } = await createTestTeam(site, 2);
  const member = members[1];
  expect((await leader.call('DELETE', '/users/me')).statusCode).toBe(200);
  const seen = await member!.call('GET', `/teams/${id}`);
  expect(seen.json()).toMatchObject({ creator: { _id: member!.id }, members: [{ _id: member!.id }] });
  expect((await member!.call('DELETE', '/users/me')).statusCode).toBe(200);
  expect(await site.services.db.selectFrom('teams').select('id').where('id', '=', id).execute()).toEqual([]);
});

test('one organizer always stays, also when all delete their accounts at once', async () => {
  for (let round = 0; round < 10; round += 1) {
    await site.services.db.deleteFrom('users').where('role', '=', 'admin').execute();
    const organizers = await Promise.all(Array.from({ length: 4 }, () => signUpAdmin(site)));
    const answers = await Promise.all(organizers.map((each) => each.call('DELETE', '/users/me')));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 200, 200, 409]);
    const left = await site.services.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .execute();
    expect(left).toHaveLength(1);
  }
});

test('deleting an account while it applies leaves all or nothing', async () => {
  for (let round = 0; round < 10; round += 1) {
    const ada = await signUp(site);
    const [applied, gone] = await Promise.all([
      submitForm(ada, {}, { resume: createPdf({ text: ['Resume'] }) }),
      ada.call('DELETE', '/users/me'),
    ]);
    expect([201, 401, 404, 409]).toContain(applied.statusCode);
    expect(gone.statusCode).toBe(200);
    expect(await tracesOf(ada.id, ada.email)).toMatchObject({ users: 0, applications: 0, files: 0 });
  }
});
