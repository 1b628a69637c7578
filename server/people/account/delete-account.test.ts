import { afterAll, beforeAll, expect, test } from 'vitest';
import { readResume } from '../../apply/search/resumes.service.ts';
import { emailAnnouncements } from '../../event-day/announcements/email-announcements.service.ts';
import { deliverMail } from '../../operations/mail/deliver-mail.service.ts';
import { deleteStoredFiles } from '../../platform/files/files.service.ts';
import { queueMail } from '../../platform/mail/mail.service.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { invite, signUpWithCard } from '../../testing/directory.ts';
import { submitForm } from '../../testing/forms.ts';
import { scoreBody, signInJudge } from '../../testing/judges.ts';
import { createPdf } from '../../testing/pdf.ts';
import { setDeadline, submitTestProject } from '../../testing/projects.ts';
import { createTestTeam, expectInvariants } from '../../testing/teams.ts';
import { createCode } from '../auth/sign-in-codes.service.ts';

const canary = "Quilla O'Featherstone";
const formerCanary = 'Quilla Penfold';

let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
});
afterAll(() => site.close());

/** Every column of every table, including the job queue's, with rows that contain one of the words, and how many. */
async function findInDatabase(words: string[]): Promise<Record<string, number>> {
  const { pool } = site.database;
  const { rows: columns } = await pool.query<{ place: string; name: string }>(
    `select format('%I.%I', c.table_schema, c.table_name) as place, c.column_name as name
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(columns.length).toBeGreaterThan(150);
  const found: Record<string, number> = {};
  for (const { place, name } of columns) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from ${place} where "${name}"::text ~* $1`,
      [words.join('|')],
    );
    if (rows[0]!.count > 0) found[`${place}.${name}`] = rows[0]!.count;
  }
  return found;
}

const must = async (answer: ReturnType<TestActor['call']>) => {
  const { statusCode, body } = await answer;
  expect(statusCode, body).toBeLessThan(300);
  return body === '' ? undefined : JSON.parse(body);
};

/** Queues an email without `aboutId`, as sent. */
async function sendMail(to: TestActor, text: string): Promise<void> {
  const { db } = site.services;
  const id = await queueMail(db, { to: to.email, userId: to.id, subject: text, text, html: text });
  await db.updateTable('mails').set({ sent_at: new Date(), about_id: null }).where('id', '=', id).execute();
}

/** Leaves a person's name everywhere that the program writes it, in their team and in texts by staff. */
async function spread(ada: TestActor): Promise<void> {
  const { services } = site;
  const pdf = createPdf({ text: ['Quilla Featherstone', 'quilla@featherstone.example'] });
  const form = {
    teamPreference: 'createTeam',
    teamName: `${formerCanary} and friends`,
    whyJoin: `I am ${canary}.`,
  };
  const submitted = await submitForm(ada, { ...form, major: `${canary} studies` }, { resume: pdf });
  expect(submitted.statusCode).toBe(201);
  await readResume(services, { userId: ada.id });
  const { _id: application } = submitted.json().data;
  await must(grace.call('PUT', `/applications/${application}`, { status: 'approved' }));
  await must(ada.call('PUT', '/users/me', { name: canary }));

  // A team that she leaves only with her account, and people who mention her under the approved name.
  const { team } = (await ada.call('GET', '/auth/user')).json().user;
  const { inviteCode } = (await ada.call('GET', `/teams/${team}`)).json();
  const friend = await signUp(site);
  await must(friend.call('POST', '/teams/join', { inviteCode }));
  await must(
    ada.call('PUT', `/teams/${team}/description`, {
      idea: `For ${formerCanary}`,
      need: `Somebody who works with ${formerCanary}`,
    }),
  );
  const { person, cardId } = await signUpWithCard(site, {});
  await invite(ada, person, cardId);

  // Organizers and judges.
  const { data } = await must(grace.call('POST', '/applications/check-in', { userId: ada.id }));
  await must(grace.call('DELETE', `/check-ins/${data._id}`, { reason: 'the tall one' }));
  const guest = await signUp(site);
  await submitForm(guest);
  const { _id: theirs } = (await guest.call('GET', '/applications/me')).json().data;
  await must(grace.call('PUT', `/applications/${theirs}`, { status: 'approved' }));
  const second = await must(grace.call('POST', '/applications/check-in', { userId: guest.id }));
  const reason = `mistaken for ${formerCanary.toUpperCase()}`;
  await must(grace.call('DELETE', `/check-ins/${second.data._id}`, { reason }));
  await must(grace.call('POST', '/judging/tables'));
  const { number } = await services.db
    .selectFrom('demo_tables')
    .where('team_id', '=', team)
    .select('number')
    .executeTakeFirstOrThrow();
  const judge = await signInJudge(site);
  await must(
    judge.call(
      'POST',
      '/scores',
      scoreBody({ team_number: number, team_name: `${formerCanary} and friends` }),
    ),
  );
  const text = `${formerCanary} (${ada.email}) wants to talk`;
  await must(grace.call('PUT', `/applications/${theirs}/notes/${crypto.randomUUID()}`, { text }));
  const announcement = { subject: `Ask ${formerCanary}`, text, segment: {}, email: true, aboutPlace: false };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  await must(grace.call('POST', '/announcements', announcement, { headers }));
  await emailAnnouncements(services);
  await sendMail(guest, 'Your request was rejected.');
  await createCode(services, services.db, ada.email);
}

test('after a deletion no name of the person is in any column of any table', async () => {
  const ada = await signUp(site, { name: formerCanary });
  const others = await findInDatabase([canary, formerCanary, ada.email]);
  expect(Object.keys(others).sort()).toEqual(['public.users.email', 'public.users.name']);
  await spread(ada);
  const words = ['Quilla', 'Featherstone', 'the tall one', ada.email];
  const before = await findInDatabase(words);
  expect(Object.keys(before).sort()).toEqual([
    'public.announcements.subject',
    'public.announcements.text',
    'public.application_notes.text',
    'public.application_words.major',
    'public.application_words.person',
    'public.application_words.text',
    'public.applications.approved_name',
    'public.applications.major',
    'public.applications.why_join',
    'public.audit.detail',
    'public.check_ins.undo_reason',
    'public.demo_tables.name',
    'public.email_codes.email',
    'public.email_codes.mailbox',
    'public.former_names.name',
    'public.mails.html',
    'public.mails.recipient',
    'public.mails.subject',
    'public.mails.text',
    'public.profiles.resume_text',
    'public.scores.team_name',
    'public.teams.idea',
    'public.teams.name',
    'public.teams.need',
    'public.users.email',
    'public.users.name',
  ]);
  const totals = async () => ({
    audit: (await site.services.db.selectFrom('audit').select('id').execute()).length,
    scores: (await site.services.db.selectFrom('scores').select('id').execute()).length,
  });
  const rows = await totals();

  await must(ada.call('DELETE', '/users/me'));
  // The address stays until they have been notified.
  expect(Object.keys(await findInDatabase(words))).toEqual(['public.mails.recipient']);
  const [goodbye] = await site.services.db
    .selectFrom('mails')
    .select(['id', 'subject'])
    .where('recipient', '=', ada.email)
    .execute();
  expect(goodbye?.subject).toBe('Your account at Overnight 2025 is gone');
  await deliverMail(site.services, { mailId: goodbye!.id });
  expect(await findInDatabase(words)).toEqual({});
  expect(await totals()).toEqual({ ...rows, audit: rows.audit + 1 });
  const texts = await site.services.db.selectFrom('mails').select('text').execute();
  expect(texts.some(({ text }) => text === 'Your request was rejected.')).toBe(true);
  await expectInvariants(site);
});

test('a namesake keeps what is theirs, and a name that is a word removes no other text', async () => {
  const [will, namesake] = [await signUp(site, { name: 'Will' }), await signUp(site, { name: 'Will' })];
  const { _id } = await must(namesake.call('POST', '/teams', { name: 'Will' }));
  await sendMail(namesake, 'Hello Will');
  const guest = await signUp(site);
  await submitForm(guest);
  const { _id: application } = (await guest.call('GET', '/applications/me')).json().data;
  await must(grace.call('PUT', `/applications/${application}`, { status: 'approved' }));
  const { data } = await must(grace.call('POST', '/applications/check-in', { userId: guest.id }));
  await must(grace.call('DELETE', `/check-ins/${data._id}`, { reason: 'they will come later' }));
  await must(will.call('DELETE', '/users/me'));
  expect((await namesake.call('GET', `/teams/${_id}`)).json().name).toBe('Will');
  const mails = await site.services.db.selectFrom('mails').select('text').execute();
  expect(mails.filter(({ text }) => text === 'Hello Will')).toHaveLength(1);
  const history = (await grace.call('GET', `/applications/${application}/history`)).json();
  expect(history.at(-1)).toMatchObject({ reason: 'they will come later' });

  // Two approved people share a first and last name.
  const [ann, other] = [await signUp(site, { name: 'Ann Other' }), await signUp(site, { name: 'Ann Other' })];
  await createApplicant(site, ann);
  await createApplicant(site, other);
  const { _id: team } = await must(other.call('POST', '/teams', { name: 'Ann Other & co' }));
  await must(ann.call('DELETE', '/users/me'));
  expect((await other.call('GET', `/teams/${team}`)).json().name).toBe('Ann Other & co');
});

test('a name that is taken, or is any word, changes nothing that was submitted and deletes nothing of others', async () => {
  const { services } = site;
  setDeadline(site, 3_600_000);
  const { leader, members } = await createTestTeam(site, 2);
  for (const who of members) await createApplicant(site, who);
  const project = {
    title: 'Night Bus',
    description: 'This may be Art. Solar Farm pays.',
    tags: ['Solar Farm'],
  };
  await submitTestProject(leader, project);
  const { id } = await services.db
    .selectFrom('projects')
    .select('id')
    .where('title', '=', 'Night Bus')
    .executeTakeFirstOrThrow();
  const judge = await signInJudge(site);
  services.event.judgeComments = {};
  const score = scoreBody({ team_number: 78 });
  await must(judge.call('POST', '/scores', { ...score, comment: 'This may be Art' }));
  await must(grace.call('PUT', '/projects/switches', { galleryOpen: true }));
  const text = 'May I say: This is Art, by May Art.';
  expect((await grace.call('POST', `/projects/${id}/reports`, { text })).statusCode).toBe(200);
  setDeadline(site, -1000);
  const load = async () => ({
    projects: await services.db.selectFrom('projects').selectAll().where('id', '=', id).execute(),
    reports: await services.db.selectFrom('project_reports').selectAll().execute(),
    comments: await services.db.selectFrom('score_comments').selectAll().execute(),
    scores: await services.db.selectFrom('scores').selectAll().execute(),
  });
  const before = await load();
  expect([before.reports.length, before.comments.length]).toEqual([1, 1]);

  await must(members[1]!.call('PUT', '/users/me', { name: 'Solar Farm' }));
  await must(members[1]!.call('DELETE', '/users/me'));
  for (const name of ['This', 'May', 'Art', 'Solar']) {
    const who = await signUp(site, { name });
    await createApplicant(site, who);
    await must(who.call('DELETE', '/users/me'));
  }
  expect(await load()).toEqual(before);

  const may = await signUp(site, { name: 'May Art' });
  await createApplicant(site, may);
  await must(may.call('DELETE', '/users/me'));
  expect(await load()).toEqual(before);
});

test('a name goes from the team’s project, its tags too, and from the pages of the gallery in memory', async () => {
  const { services, database } = site;
  setDeadline(site, 3_600_000);
  const { leader, members } = await createTestTeam(site, 2);
  const quinn = members[1]!;
  for (const who of members) await createApplicant(site, who);
  await submitTestProject(leader, { description: `By ${quinn.name}.`, tags: [quinn.name, 'Bees'] });
  const listener = await database.pool.connect();
  const topics: (string | undefined)[] = [];
  listener.on('notification', ({ payload }) => topics.push(payload));
  await listener.query('listen overnight_live');
  await must(quinn.call('DELETE', '/users/me'));
  await expect.poll(() => topics).toContain('projects');
  listener.release(true);
  const text = (await leader.call('GET', '/projects/mine')).json().text;
  expect(text).toMatchObject({ description: 'By a former member.', tags: ['a former member', 'Bees'] });
  const stored = await services.db
    .selectFrom('projects')
    .select('title')
    .where('description', 'like', `%${quinn.name}%`)
    .execute();
  expect(stored).toEqual([]);
});

test('who takes the name of a rival team and deletes the account erases nothing', async () => {
  const leader = await signUp(site);
  const { _id: team } = await must(leader.call('POST', '/teams', { name: 'Amber Pixels' }));
  const judge = await signInJudge(site);
  await must(judge.call('POST', '/scores', scoreBody({ team_number: 77, team_name: 'Amber Pixels' })));
  await sendMail(leader, 'Amber Pixels is at table 77');
  const rival = await signUp(site);
  await submitForm(rival);
  const { _id } = (await rival.call('GET', '/applications/me')).json().data;
  await must(grace.call('PUT', `/applications/${_id}`, { status: 'approved' }));
  await must(rival.call('PUT', '/users/me', { name: 'Amber Pixels' }));
  await must(rival.call('DELETE', '/users/me'));
  expect((await leader.call('GET', `/teams/${team}`)).json().name).toBe('Amber Pixels');
  expect(Object.keys(await findInDatabase(['Amber Pixels'])).sort()).toEqual([
    'public.mails.html',
    'public.mails.subject',
    'public.mails.text',
    'public.scores.team_name',
    'public.teams.name',
  ]);
});

test('an announcement and its emails, sent or waiting, lose the person in any case; other emails to others stay', async () => {
  const ann = await signUp(site, { name: 'Quenby Lee' });
  await createApplicant(site, ann);
  const reader = await signUp(site);
  await createApplicant(site, reader);
  await sendMail(reader, 'Quenby Lee is a place');
  const text = `Quenby Lee Quenby Lee, QUENBY LEE and ${ann.email.toUpperCase()}; not quenbyleeds`;
  const announcement = { subject: 'Quenby Lee', text, segment: {}, email: true, aboutPlace: false };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  await must(grace.call('POST', '/announcements', announcement, { headers }));
  await emailAnnouncements(site.services);
  await must(ann.call('DELETE', '/users/me'));
  const gone = 'a deleted account';
  const left = `${gone} ${gone}, ${gone} and ${gone}; not quenbyleeds`;
  const mails = await site.services.db
    .selectFrom('mails')
    .select(['subject', 'text', 'html'])
    .where('recipient', '=', reader.email)
    .execute();
  expect(mails).toContainEqual({
    subject: expect.stringContaining(gone),
    text: expect.stringContaining(left),
    html: expect.stringContaining(left),
  });
  expect(mails.map(({ subject }) => subject)).toContain('Quenby Lee is a place');
});

test('audit and scores stay append-only but for what may name somebody', async () => {
  const { pool } = site.database;
  const refused = [
    'delete from audit',
    'truncate audit',
    "update audit set action = 'x'",
    'update audit set subject = subject || subject',
    `update audit set detail = detail || '{"reason":"another"}'`,
    'update scores set weighted_total = 1',
    "update scores set team_name = 'Another'",
    'delete from scores',
  ];
  for (const statement of refused) await expect(pool.query(statement), statement).rejects.toThrow();
});

test('the files of a deleted account are deleted a day later, and those of others stay', async () => {
  const [ada, other] = [await signUp(site), await signUp(site)];
  for (const actor of [ada, other]) await submitForm(actor);
  const keyOf = async ({ id }: TestActor) =>
    (
      await site.services.db
        .selectFrom('files')
        .where('owner_id', '=', id)
        .select('storage_key')
        .executeTakeFirstOrThrow()
    ).storage_key;
  const keys = [await keyOf(ada), await keyOf(other)];
  await must(ada.call('DELETE', '/users/me'));
  const { rows } = await site.database.pool.query(
    `select payload, run_at > now() + interval '23 hours' as later from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'delete-files' and payload::text like $1`,
    [`%${keys[0]}%`],
  );
  expect(rows).toEqual([{ payload: { keys: [keys[0]] }, later: true }]);
  // A key that exists again, for example after a restore, stays.
  await deleteStoredFiles(site.services, { keys });
  await deleteStoredFiles(site.services, { keys });
  await expect(site.services.files.read(keys[0]!)).rejects.toThrow();
  (await site.services.files.read(keys[1]!)).destroy();
});

/** The tables and columns that can contain people's words, from the schema. */
async function listColumns() {
  const { rows } = await site.database.pool.query<{ table: string; column: string; type: string }>(
    `select c.table_name as table, c.column_name as column, c.udt_name as type
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where t.table_type = 'BASE TABLE' and c.table_schema = current_schema() and c.table_name not like 'kysely%'
        and c.is_generated = 'NEVER' and c.is_identity = 'NO' order by 1, c.ordinal_position`,
  );
  return rows;
}

/** Fills a row of every table with a stranger's words, whatever the columns are for. */
async function writeEverywhere(words: string): Promise<void> {
  const values: Record<string, string> = {
    text: `'${words}'`,
    _text: `array['${words}']`,
    _int4: "'{7}'",
    jsonb: `jsonb_build_object('words', E'Met\\n${words}')`,
    uuid: 'gen_random_uuid()',
    bool: 'false',
    bytea: "'\\x07'",
    timestamptz: 'now()',
    date: 'current_date',
  };
  const byTable = Map.groupBy(await listColumns(), ({ table }) => table);
  const { rows: constraints } = await site.database.pool.query<{
    table: string;
    name: string;
    definition: string;
  }>(
    `select conrelid::regclass::text as table, conname as name,
      case when contype = 'f' then pg_get_constraintdef(oid) end as definition
      from pg_constraint where contype in ('c', 'f') and connamespace = current_schema()::regnamespace`,
  );
  const statements = [
    ...constraints.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...[...byTable].flatMap(([table, columns]) => [
      `alter table ${table} disable trigger user`,
      `insert into ${table} (${columns.map(({ column }) => `"${column}"`)})
        values (${columns.map(({ type }) => values[type] ?? '7')})`,
      `alter table ${table} enable trigger user`,
    ]),
    // Restores cascading deletes; the values of these rows do not matter.
    ...constraints
      .filter(({ definition }) => definition)
      .map(
        ({ table, name, definition }) =>
          `alter table ${table} add constraint ${name} ${definition} not valid`,
      ),
  ];
  await site.database.changeSchema(statements.join(';'));
}

/** Columns that keep such words: staff do not write about people there. */
const kept = [
  // Written by other participants and visitors. Only the account's own team loses the name.
  ...['applications', 'withdrawn_applications'].map((table) => [
    `${table}.major`,
    `${table}.dietary_restrictions`,
    `${table}.why_join`,
  ]),
  [
    'answers.value',
    'walk_ins.dietary_restrictions',
    'walk_ins.form',
    'help_requests.text',
    'help_requests.location',
  ],
  [
    'teams.name',
    'teams.idea',
    'teams.need',
    'team_cards.skills',
    'team_cards.about',
    'join_requests.message',
  ],
  ['projects.team_name', 'projects.title', 'projects.tagline', 'projects.description', 'projects.tags'],
  ['project_pictures.alternative_text', 'project_reports.text', 'feedback_answers.answers'],
  ['demo_tables.name', 'scores.team_name'],
  // Of all emails, only those of announcements.
  ['mails.subject', 'mails.text', 'mails.html'],
  // Below a path of the JSON.
  ['resume_links.filters'],
  // Other people's names, addresses and documents, and the search words derived from them.
  [
    'former_names.name',
    'users.name',
    'users.email',
    'users.photo',
    'applications.approved_name',
    'withdrawn_applications.approved_name',
  ],
  [
    'walk_ins.name',
    'walk_ins.email',
    'guardians.email',
    'email_codes.email',
    'email_codes.mailbox',
    'mails.recipient',
  ],
  ['judges.username', 'judges.name', 'judges.email', 'scores.judge_name'],
  ['profiles.resume_text', 'profiles.links'],
  // A code of six characters, as the program creates it.
  ['users.invite_code'],
  ['application_words.person', 'application_words.major', 'application_words.text'],
  ['projects.source', 'projects.repository', 'projects.demo', 'projects.video'],
  // The event's own texts and keys, as organizers write them.
  ['agreements.agreement', 'agreements.version', 'agreements.title', 'agreements.text', 'demo_tables.area'],
  ['answers.question', 'answers.type', 'answers.label', 'answers.visible_to', 'projects.prizes'],
  ['event_changes.section', 'event_changes.changes', 'event_changes.base'],
  ['events.document', 'events.sections', 'events.origin'],
  [
    'projects.track',
    'applications.track',
    'withdrawn_applications.track',
    'walk_ins.track',
    'demo_tables.track',
  ],
  [
    'scores.track',
    'table_visits.track',
    'judges.track',
    'judges.prize',
    'scores.prize',
    'table_visits.prize',
  ],
  ['scores.scores', 'scores.weights', 'scores.special_categories'],
  ['check_ins.checkpoint', 'check_in_attempts.checkpoint', 'stations.checkpoint', 'shifts.checkpoint'],
  [
    'help_requests.topic',
    'help_requests.ended',
    'help_requests.state',
    'mentors.topics',
    'loan_scans.thing',
    'thing_reservations.thing',
  ],
  // States, sizes, codes, keys and counts that the program writes.
  ['users.role', 'users.team_preference', 'applications.status', 'withdrawn_applications.status'],
  ['applications.t_shirt_size', 'withdrawn_applications.t_shirt_size', 'walk_ins.t_shirt_size'],
  ['users.application_before_removal', 'held_decisions.status', 'undoable_decisions.previous'],
  ['application_counts.status', 'profiles.resume'],
  [
    'retained_counts.what',
    'retained_counts.value',
    'profile_vectors.model',
    'mails.failure',
    'check_ins.state',
  ],
  ['check_in_attempts.reason', 'table_visits.state', 'join_requests.status', 'team_invites.status'],
  ['announcements.segment', 'announcement_receivers.state', 'announcement_pushes.state'],
  ['audit.action', 'audit.subject', 'settings.key', 'settings.value', 'rate_limits.key', 'teams.invite_code'],
  ['files.kind', 'files.storage_key', 'guardians.link_id', 'judges.password_hash'],
  ['result_decisions.group_key', 'result_decisions.ranking', 'result_decisions.winners'],
  ['identities.issuer', 'identities.subject', 'oidc_flows.issuer', 'oidc_flows.state', 'oidc_flows.nonce'],
  ['oidc_flows.code_verifier', 'oidc_flows.return_to'],
  ['push_subscriptions.endpoint', 'push_subscriptions.host', 'push_subscriptions.server_key'],
  ['webhook_deliveries.type', 'webhook_deliveries.state'],
];

test('a name that staff wrote, in any column of the schema, is replaced there and the row stays', async () => {
  const approved = await signUp(site, { name: 'Zephyrine Quagmire' });
  await createApplicant(site, approved);
  const words = 'Zephyrine Quagmire';
  await writeEverywhere(`Ask ${words} or ${approved.email}`);
  const before = await findInDatabase([words, approved.email]);
  expect(Object.keys(before).length).toBeGreaterThan(100);
  await must(approved.call('DELETE', '/users/me'));
  const left = Object.keys(await findInDatabase([words, approved.email])).map((each) =>
    each.replace('public.', ''),
  );
  const others = left.filter((each) => !kept.some((group) => group.includes(each)));
  expect(others).toEqual([]);
  const { rows } = await site.database.pool.query("select detail from audit where action like 'Ask %'");
  expect(rows).toEqual([{ detail: { words: 'Met\nAsk a deleted account or a deleted account' } }]);
});
