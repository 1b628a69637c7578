import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamZip } from '../../platform/files/zip-stream.ts';
import { parseCsv } from '../../platform/parse-csv.ts';
import { anonymous, signUp, signUpAdmin, type TestActor, withCookie } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant, toApplicationRow } from '../../testing/applicants.ts';
import { submitForm } from '../../testing/forms.ts';
import { scoreBody, signInJudge } from '../../testing/judges.ts';
import { acceptLateProjects, submitTestProject } from '../../testing/projects.ts';
import { askAgreements, askQuestions } from '../../testing/questions.ts';
import { publishPlaces } from '../../testing/results.ts';
import { createTestTeam } from '../../testing/teams.ts';
import { unzip } from '../../testing/zip.ts';

let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
});
afterAll(() => site.close());

const exports = ['/exports/event', '/exports/registrations'];

/** The rows of a CSV by the names of its columns. */
function readRows(csv: string): Record<string, string>[] {
  const [head = [], ...rows] = parseCsv(csv);
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
}

async function exportAll() {
  const answer = await grace.call('GET', '/exports/event');
  const files = unzip(answer.rawPayload);
  const text = (name: string) => files.get(name)!.toString();
  return {
    answer,
    names: [...files.keys()],
    text,
    csv: (name: string) => readRows(text(`${name}.csv`)),
    json: (name: string) => JSON.parse(text(`${name}.json`)),
  };
}

test('are for organizers only', async () => {
  for (const address of exports) {
    expect((await anonymous(site).call('GET', address)).statusCode).toBe(401);
    expect((await (await signUp(site)).call('GET', address)).statusCode).toBe(403);
    expect((await (await signUp(site, { role: 'volunteer' })).call('GET', address)).statusCode).toBe(403);
  }
});

test('an event in which nothing has happened is a whole zip too', async () => {
  const { csv, json, names } = await exportAll();
  expect(names).toEqual([
    'about.json',
    ...['registrations.csv', 'registrations.json', 'check-ins.csv', 'check-ins.json'],
    ...['agreements.csv', 'agreements.json', 'teams.csv'],
    ...['teams.json', 'projects.csv', 'projects.json', 'scores.csv', 'scores.json', 'results.csv'],
    ...['results.json', 'winners.csv', 'winners.json'],
  ]);
  for (const table of [
    'registrations',
    'check-ins',
    'agreements',
    'teams',
    'projects',
    'scores',
    'results',
    'winners',
  ]) {
    expect(csv(table)).toEqual([]);
    expect(json(table)).toEqual([]);
  }
});

test('hold registrations with attendance, check-ins, teams, projects, scores and results', async () => {
  const { members } = await createTestTeam(site, 2, { name: 'Night Owls' });
  const [leader, member] = members as [TestActor, TestActor];
  for (const who of members) await createApplicant(site, who, { attending: true });
  await grace.call('POST', '/applications/check-in', { userId: leader.id });
  await grace.call('POST', '/applications/check-in', { userId: leader.id, checkpoint: 'swag' });
  await acceptLateProjects(site);
  await submitTestProject(leader);
  await (await signInJudge(site, { name: 'Ruth' })).call('POST', '/scores', scoreBody());

  const { answer, csv, json } = await exportAll();
  expect(answer.headers['content-disposition']).toBe('attachment; filename="event.zip"');
  const rows = csv('registrations');
  const ofLeader = rows.find(({ email }) => email === leader.email)!;
  expect(ofLeader).toMatchObject({
    name: leader.name,
    status: 'approved',
    attendance: 'yes',
    team: 'Night Owls',
  });
  expect(Date.parse(ofLeader.checkedInAt!)).toBeGreaterThan(0);
  expect(rows.find(({ email }) => email === member.email)!.checkedInAt).toBe('');
  expect(json('registrations').map((row: { email: string }) => row.email)).toEqual(
    rows.map(({ email }) => email),
  );
  expect(
    csv('check-ins')
      .map(({ checkpoint, state }) => `${checkpoint} ${state}`)
      .sort(),
  ).toEqual(['entrance admitted', 'swag admitted']);
  expect(json('teams')).toMatchObject([
    { name: 'Night Owls', members: [{ name: leader.name }, { name: member.name }] },
  ]);
  expect(csv('projects')).toMatchObject([{ 'Project Title': 'Night Bus', 'Team Name': 'Night Owls' }]);
  expect(csv('scores')).toMatchObject([{ judge_name: 'Ruth', team_number: '12', weighted_total: '70' }]);
  expect(json('results')).toMatchObject([{ team_number: 12, judge_count: 1 }]);
  expect(csv('winners')).toEqual([]);
  await publishPlaces(grace, { 'track:hacker': 1 });
  const published = await exportAll();
  const winner = { prize: 'Hacker Track', place: '1', tied: 'no', name: 'Night Owls', team: '', table: '12' };
  expect(published.csv('winners')).toEqual([{ ...winner, people: '' }]);
  expect(published.json('winners')).toMatchObject([{ place: 1, people: [], table: 12 }]);
});

test('more people than fit into one page of the database are all there, each once', async () => {
  const people = await site.services.db
    .insertInto('users')
    .values(Array.from({ length: 1001 }, (_, at) => ({ name: `Person ${at}`, email: `p${at}@example.org` })))
    .returning('id')
    .execute();
  await site.services.db
    .insertInto('applications')
    .values(people.map(({ id }) => toApplicationRow(id)))
    .execute();
  const listed = (await exportAll()).csv('registrations').map(({ name }) => name);
  for (let at = 0; at <= 1000; at += 1)
    expect(listed.filter((name) => name === `Person ${at}`)).toHaveLength(1);
  const league = readRows((await grace.call('GET', '/exports/registrations')).body);
  expect(league).toHaveLength(listed.length);
});

test('no name becomes a formula, in any file, and own words stand without their prefix', async () => {
  const eve = await signUp(site, { name: '=HYPERLINK("https://evil.example")' });
  await createApplicant(site, eve, { whyJoin: '@SUM(1)', dietaryRestrictions: 'other: no nuts' });
  const { csv } = await exportAll();
  expect(csv('registrations').find(({ email }) => email === eve.email)).toMatchObject({
    name: '\'=HYPERLINK("https://evil.example")',
    whyJoin: "'@SUM(1)",
    dietaryRestrictions: 'no nuts',
  });
  const league = readRows((await grace.call('GET', '/exports/registrations')).body);
  expect(league.find(({ Email }) => Email === eve.email)!['First Name']).toMatch(/^'=/);
});

test('cells are separated by semicolons for whoever has chosen that, in every file, and phone numbers keep their plus sign', async () => {
  const ada = await signUp(site, { name: 'Ada, of "Elsewhere"; née Ünal' });
  await createApplicant(site, ada, { major: '+49 30 901820' });
  const choosing = withCookie(site, `${grace.cookie}; csv=semicolon`);
  const paths = ['/exports/event', '/exports/registrations', '/projects/export?format=csv', '/log/export'];
  const readFiles = async (who: TestActor, path: string) => {
    const { statusCode, rawPayload } = await who.call('GET', path);
    expect(statusCode).toBe(200);
    const files = path === '/exports/event' ? unzip(rawPayload) : new Map([['one.csv', rawPayload]]);
    return [...files]
      .filter(([name]) => name.endsWith('.csv'))
      .map(([name, file]) => [name, file.toString()]);
  };
  for (const path of paths) {
    const [before, after] = [await readFiles(grace, path), await readFiles(choosing, path)];
    for (const [at, [name, csv]] of after.entries()) {
      const [head = ''] = csv!.split('\r\n', 1);
      expect([name, head]).toEqual([name, before[at]![1]!.split('\r\n', 1)[0]!.replaceAll('","', '";"')]);
      // Our own import reads both alike; the log has the last export in it.
      if (path !== '/log/export') expect(parseCsv(csv!)).toEqual(parseCsv(before[at]![1]!));
    }
    if (path.startsWith('/exports')) {
      const text = after.map(([, csv]) => csv).join('');
      expect(text).toContain('"+49 30 901820";');
      expect(text).toContain('""Elsewhere"";');
    }
  }
});

test('registrations have the columns that student leagues ask for', async () => {
  const ada = await signUp(site, { name: 'Ada King Lovelace' });
  await createApplicant(site, ada, { major: 'Mathematics' });
  await grace.call('POST', '/applications/check-in', { userId: ada.id });
  const madonna = await signUp(site, { name: 'Madonna' });
  await createApplicant(site, madonna, { status: 'pending' });
  const { body, headers } = await grace.call('GET', '/exports/registrations');
  expect(headers['content-disposition']).toBe('attachment; filename="registrations.csv"');
  const rows = readRows(body);
  expect(Object.keys(rows[0]!).slice(0, 9)).toEqual([
    ...['First Name', 'Last Name', 'Email', 'Phone Number', 'Age', 'School', 'Level of Study', 'Country'],
    'Checked In',
  ]);
  expect(rows.find(({ Email }) => Email === ada.email)).toMatchObject({
    'First Name': 'Ada King',
    'Last Name': 'Lovelace',
    'Checked In': 'Yes',
    Major: 'Mathematics',
  });
  expect(rows.find(({ Email }) => Email === madonna.email)).toMatchObject({
    'First Name': 'Madonna',
    'Last Name': '',
    'Checked In': 'No',
    Status: 'pending',
  });
});

test('school and country are found by the type of the answer, unless it is sensitive', async () => {
  const before = site.services.event;
  const type = { required: false, visibleTo: [], sensitive: false };
  const questions = [
    { id: 'origin', type: 'country', label: 'Origin', ...type, sensitive: true },
    { id: 'home', type: 'country', label: 'Home', ...type },
    { id: 'university', type: 'school', label: 'University', ...type },
  ];
  askQuestions(site, questions);
  const ada = await signUp(site);
  await submitForm(ada, {
    answers: JSON.stringify({ origin: 'FR', home: 'DE', university: 'Owl College' }),
  });
  const readLeague = async () => {
    const rows = readRows((await grace.call('GET', '/exports/registrations')).body);
    const { School, Country, ...others } = rows.find(({ Email }) => Email === ada.email)!;
    return [School, Country, Object.keys(others).at(-1)];
  };
  expect(await readLeague()).toEqual(['Owl College', 'Germany', 'Team']);
  // A question of the league is the one that is meant.
  askQuestions(site, [...questions, { id: 'school', type: 'school', label: 'School', ...type }]);
  expect(await readLeague()).toEqual(['', 'Germany', 'University']);
  site.services.event = before;
});

test('what the event asks besides is in the columns of the league, then in columns of its own', async () => {
  const before = site.services.event;
  askQuestions(
    site,
    [
      { id: 'first-name', type: 'text', label: 'First name' },
      { id: 'phone', type: 'text', label: 'Phone number' },
      { id: 'country', type: 'country', label: 'Country of residence' },
      { id: 'needs', type: 'several', label: 'Needs', sensitive: true, options: ['Captions', 'Ramp'] },
      { id: 'club', type: 'text', label: 'Club' },
      { id: 'age', type: 'number', label: 'Age' },
    ].map((question) => ({ required: false, visibleTo: [], sensitive: false, ...question })),
  );
  askAgreements(site);
  site.services.event = { ...site.services.event, guardian: { question: 'age', under: 18 } };
  const ida = await signUp(site, { name: 'Ida Rhodes' });
  await submitForm(ida, {
    answers: JSON.stringify({
      ...{ 'first-name': 'Hadassah', phone: '+1 5', country: 'DE', needs: ['Ramp'], club: 'Owls', age: 16 },
    }),
    agreements: JSON.stringify({ conduct: '1' }),
    guardianEmail: 'parent@example.org',
  });
  const ofIda = ({ email, Email }: Record<string, string>) => (email ?? Email) === ida.email;
  const league = readRows((await grace.call('GET', '/exports/registrations')).body);
  expect(Object.keys(league[0]!).slice(-5)).toEqual([
    ...['Team', 'Code of conduct', 'Resume book', 'Guardian', 'Club'],
  ]);
  expect(league.find(ofIda)).toMatchObject({
    ...{ 'First Name': 'Hadassah', 'Last Name': 'Rhodes', 'Phone Number': "'+1 5", Country: 'Germany' },
    ...{ School: '', Age: '16', Club: 'Owls' },
    ...{ 'Code of conduct': 'Yes', 'Resume book': 'No', Guardian: 'asked' },
  });
  expect(league.find((row) => !ofIda(row))).toMatchObject({
    'Code of conduct': 'No',
    Guardian: 'unknown',
  });
  const { csv, json } = await exportAll();
  expect(csv('registrations').find(ofIda)).toMatchObject({
    'answer: needs': 'Ramp',
    'answer: country': 'Germany',
    guardian: 'asked',
  });
  expect(csv('registrations').find(({ email }) => email !== ida.email)!['answer: needs']).toBe('');
  expect(csv('agreements')).toMatchObject([
    { email: ida.email, agreement: 'conduct', version: '1', revokedAt: '' },
  ]);
  // What is no longer asked is in both files still; limited places have a column.
  site.services.event = { ...before, capacity: 5, waitlist: true };
  await site.database.pool.query(
    'insert into waitlist (application_id, since, decided_at) select id, now(), now() from applications where user_id = $1',
    [ida.id],
  );
  const later = await exportAll();
  for (const rows of [later.csv('registrations'), later.json('registrations')])
    expect(rows.find(ofIda)).toMatchObject({ 'answer: needs': 'Ramp', place: 'waiting' });
  site.services.event = before;
  expect(json('agreements')).toHaveLength(1);
});

test('whether somebody needs a guardian is unknown without an age', async () => {
  const before = site.services.event;
  const age = { id: 'age', type: 'number', label: 'Age', required: false, visibleTo: [], sensitive: false };
  askQuestions(site, [age]);
  site.services.event = { ...site.services.event, guardian: { question: 'age', under: 18 } };
  const [adult, silent] = [await signUp(site), await signUp(site)];
  await submitForm(adult, { answers: JSON.stringify({ age: 30 }) });
  await submitForm(silent, {});
  const rows = (await exportAll()).csv('registrations');
  const league = readRows((await grace.call('GET', '/exports/registrations')).body);
  const read = ({ email }: TestActor) => [
    rows.find((row) => row.email === email)!.guardian,
    league.find(({ Email }) => Email === email)!.Guardian,
  ];
  expect([read(adult), read(silent)]).toEqual([
    ['not needed', 'not needed'],
    ['unknown', 'unknown'],
  ]);
  site.services.event = before;
});

test('while review is blind there is no export, because it names everybody', async () => {
  await grace.call('PUT', '/reviews/blind', { blind: true });
  for (const address of exports) {
    const answer = await grace.call('GET', address);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'export_blind']);
  }
  await grace.call('PUT', '/reviews/blind', { blind: false });
  expect((await grace.call('GET', '/exports/registrations')).statusCode).toBe(200);
});

test('every export is in the audit, with who made it', async () => {
  const heidi = await signUpAdmin(site);
  for (const address of exports) await heidi.call('GET', address);
  const entries = site.services.db.selectFrom('audit').where('actor_id', '=', heidi.id).select('action');
  await expect
    .poll(async () => (await entries.execute()).map(({ action }) => action).sort())
    .toEqual(['event.exported', 'registrations.exported']);
});

test('a zip whose content fails half-way ends with the error and not as a whole one', async () => {
  async function* failing() {
    yield 'a few rows';
    throw new Error('the database went away');
  }
  const zip = streamZip([
    {
      name: 'one.txt',
      content: async function* () {
        yield 'whole';
      },
    },
    { name: 'two.txt', content: failing },
  ]);
  await expect(buffer(zip)).rejects.toThrow('the database went away');
});
