import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPrizes } from '../../contract/event/event.ts';
import { formatCsv } from '../../contract/platform/csv.ts';
import type { ImportReport } from '../../contract/platform/csv-import.ts';
import type { ProjectText } from '../../contract/projects/projects.ts';
import { signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { sendImport } from '../testing/forms.ts';
import { signInJudge } from '../testing/judges.ts';
import { saveText, setDeadline, submitTestProject } from '../testing/projects.ts';

let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
});
afterAll(() => site.close());

const head = [
  ...['Project Title', 'Submission Url', 'Project Status', 'Judging Status', 'Highest Step Completed'],
  ...['Project Created At', 'About The Project', '"Try it out" Links', 'Video Demo Link', 'Opt-In Prizes'],
  ...['Built With', 'Notes', 'Team Colleges/Universities', 'Additional Team Member Count'],
  ...['Submitter Email', 'Team Member 1 First Name'],
];
interface Row {
  title: string;
  url: string;
  status?: string;
  about?: string;
  links?: string;
  prizes?: string;
  tags?: string;
  video?: string;
}
function csv(rows: Row[]): string {
  return formatCsv([
    head,
    ...rows.map(
      ({
        title,
        url,
        status = 'Submitted (Gallery/Visible)',
        about = '',
        links = '',
        prizes = '',
        tags = '',
        video = 'https://youtu.be/abc',
      }) => [
        ...[title, url, status, 'Pending', 'Submit', '09/21/2025 11:58:12', about, links],
        ...[video, prizes, tags, '', 'A State', 2, 'ann@example.org', 'Ann'],
      ],
    ),
  ]);
}
const slug = (name: string) => `https://devpost.example/software/${name}`;
const rows: Row[] = [
  {
    title: 'Night Bus',
    url: slug('night-bus'),
    about: '## Inspiration\n\nThe last bus had gone.\n\n## What it does\nIt finds another.',
    links: 'https://github.com/owls/bus, https://bus.example.org, https://x.example/3',
    prizes: 'MLH: Scam Prevention, Best Use of AI Personas, Best Cat',
    tags: 'react, postgresql',
  },
  { title: 'Night Bus', url: slug('night-bus-xyz'), about: 'Another one, with the same name.' },
  { title: 'Unfinished', url: slug('unfinished'), status: 'Draft' },
  { title: 'No address', url: '' },
  { title: '=Formula', url: slug('formula'), status: 'Submitted (Hidden)' },
];
const send = async (content: string, preview?: 'true') => (await sendImport(grace, content, preview)).json();
const read = (list: Row[]) => send(csv(list));
const stored = () => site.services.db.selectFrom('projects').selectAll().orderBy('source').execute();

test('an export of Devpost becomes projects, titles may repeat, and what was not understood is said', async () => {
  const { problems, values, ...counts } = await read(rows);
  expect(counts).toMatchObject({ added: 3, changed: 0, unchanged: 0 });
  expect(
    values.map(({ field, cell, value }: ImportReport['values'][number]) => [field, cell, value]),
  ).toEqual([
    ['prizes', 'Best Cat', ''],
    ['track', '', 'Hacker Track'],
  ]);
  expect(problems).toEqual([
    'Columns that are not imported: Submitter Email, Team Member 1 First Name.',
    'Row 2: links that cannot be imported: https://x.example/3.',
    'Row 2: prizes that this event does not have: Best Cat.',
    'Row 4: "Unfinished" is a draft, and is not imported.',
    'Row 5: it has no title or no address, and is not imported.',
  ]);
  const [formula, bus, other] = await stored();
  expect(bus).toMatchObject({
    title: 'Night Bus',
    tagline: 'The last bus had gone.',
    repository: 'https://github.com/owls/bus',
    demo: 'https://bus.example.org',
    video: 'https://youtu.be/abc',
    prizes: ['scamPrevention', 'aiPersonas'],
    tags: ['react', 'postgresql'],
    source: slug('night-bus'),
    team_id: null,
    user_id: null,
  });
  expect(other).toMatchObject({ title: 'Night Bus', source: slug('night-bus-xyz') });
  expect(formula?.hidden_at).not.toBeNull();
  expect(JSON.stringify(await stored())).not.toMatch('ann@example.org');
});

test('imported twice it gives the same rows; what changed in the file is changed, what was hidden stays so', async () => {
  const before = await stored();
  const moved = rows.map((row) => ({ ...row, url: row.url && `${row.url}/?ref=x` }));
  expect(await read(moved)).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
  expect(await stored()).toEqual(before);
  await grace.call('PUT', `/projects/${before[1]!.id}/hidden`, { hidden: true });
  const changed = rows.map((row, at) => (at === 0 ? { ...row, tags: 'svelte' } : row));
  expect(await read(changed)).toMatchObject({ added: 0, changed: 1, unchanged: 2 });
  const [, bus] = await stored();
  expect(bus).toMatchObject({ id: before[1]!.id, tags: ['svelte'], version: 2 });
  expect(bus?.hidden_at).not.toBeNull();
  await grace.call('PUT', `/projects/${before[1]!.id}/hidden`, { hidden: false });
});

test('an export with a row for each prize is one project with all of them', async () => {
  const each = ['Scam Prevention', 'Hiring & Recruiting'].map((prizes) => ({
    title: 'Split',
    url: slug('split'),
    prizes,
  }));
  expect(await read(each)).toMatchObject({ added: 1 });
  expect((await stored()).find(({ title }) => title === 'Split')?.prizes).toEqual([
    'scamPrevention',
    'hiringRecruiting',
  ]);
});

test('imported projects get tables and are judged; their export can be imported where they came from', async () => {
  const numbered = (await grace.call('POST', '/judging/tables?who=submitted')).json();
  expect(numbered).toMatchObject({ assigned: 3, total: 3 });
  const tables = (await (await signInJudge(site)).call('GET', '/judge/tables')).json();
  expect(tables.map(({ project }: { project: { title: string } }) => project.title).sort()).toEqual([
    'Night Bus',
    'Night Bus',
    'Split',
  ]);
  expect((await grace.call('POST', '/judging/tables?who=submitted')).json()).toMatchObject({ assigned: 0 });
  const before = await stored();
  const again = await send((await grace.call('GET', '/projects/export')).body);
  expect(again).toMatchObject({ added: 0 });
  expect((await stored()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
});

test('a video that is not a link is not imported, and the report says so', async () => {
  const report = await send(
    csv([{ title: 'Film', url: slug('film'), video: 'ask us at the table' }]),
    'true',
  );
  expect(report).toMatchObject({ added: 1 });
  expect(report.problems).toContain(
    'Row 2: "ask us at the table" is not a link to a video, and is not imported.',
  );
});

test('a preview says what an import would change, and changes nothing', async () => {
  const before = await stored();
  const entries = () =>
    site.services.db
      .selectFrom('audit')
      .where('action', '=', 'projects.imported')
      .select(['actor_id', 'detail'])
      .orderBy('id')
      .execute();
  const recorded = await entries();
  const list = [
    { title: 'New', url: slug('new') },
    { ...rows[0]!, prizes: 'Best Cat' },
  ];
  const report = await send(csv(list), 'true');
  expect(report).toMatchObject({ added: 1, changed: 1, unchanged: 0 });
  expect(report.problems).toContain('Row 3: prizes that this event does not have: Best Cat.');
  expect([await stored(), await entries()]).toEqual([before, recorded]);
  expect(await read(list)).toEqual(report);
  expect((await entries()).at(-1)).toEqual({
    actor_id: grace.id,
    detail: { added: 1, changed: 1, unchanged: 0 },
  });
});

test('a project of this site that comes back in its own export stays as it is', async () => {
  const ada = await signUp(site);
  await createApplicant(site, ada);
  setDeadline(site, 3_600_000);
  await submitTestProject(ada, { title: 'Home' });
  const report = await send((await grace.call('GET', '/projects/export')).body);
  expect(report.problems).toContain('Projects of this site that stay as they are: 1.');
  expect((await stored()).filter(({ title }) => title === 'Home')).toHaveLength(1);
});

test('what is no export, too long or too large is refused with a sentence', async () => {
  const refusal = async (content: string) => {
    const answer = await sendImport(grace, content);
    return [answer.statusCode, answer.json().message];
  };
  expect(await refusal('name,track\nAnn,hacker')).toEqual([
    400,
    'This is not an export of projects: it needs the columns "Project Title" and "Submission Url".',
  ]);
  expect(await refusal('a"b\n"')).toEqual([400, 'The quote that begins in line 2 is never closed.']);
  expect(await refusal(csv([]) + '\n'.repeat(5_000_000))).toEqual([400, 'The CSV has more than 2000 rows.']);
  expect(await refusal('x'.repeat(5_242_881))).toEqual([413, 'The file can have at most 5 MB.']);
  expect((await refusal(''))[0]).toBe(400);
});

test('hostile cells are read in time, and answered with few sentences', async () => {
  const list = Array.from({ length: 100 }, (_, at) => ({
    title: `Hostile ${at}\u0000\u0007`,
    url: slug(`hostile-${at}`),
    prizes: 'a,'.repeat(20_000),
    links: 'https://x.example/1 '.repeat(200),
    status: at === 0 ? 'Submitted' : 'Draft',
  }));
  const report = await read(list);
  expect(report.added).toBe(1);
  expect(JSON.stringify(report).length).toBeLessThan(100_000);
  await site.services.db.deleteFrom('projects').where('title', 'like', 'Hostile%').execute();
});

const awkward = [
  '=1+1',
  "'=1+1",
  "''+x",
  "'-",
  ' @home',
  '\uFF1D2',
  'C, C++',
  'say "hi"',
  '"',
  '; x',
  "it's",
  '- one\n- two',
  'M\uFFFDller',
];
const text = (maxLength: number) =>
  fc.oneof(fc.constantFrom(...awkward), fc.string({ unit: 'grapheme', maxLength }));
const link = fc.constantFrom(
  ...['', 'https://code.example/night-bus', 'https://github.com/owls/bus', 'https://demo.example/?a=1,2;3'],
  ...['http://bücher.example/über uns', 'https://x.example/"=1"'],
);

test('an export that another site imports gives the same projects, and the same export', async () => {
  const other = await createTestApp();
  const organizer = await signUpAdmin(other);
  const prizes = listPrizes(site.services.event).map(({ key }) => key);
  setDeadline(site, 3_600_000);
  const project = fc.record<ProjectText>({
    title: text(80).map((line) => line.trim() || 'Untitled'),
    tagline: text(140).map((line) => line.trim() || 'It is.'),
    description: text(300),
    repository: link,
    demo: link,
    video: link,
    tags: fc.array(text(10), { maxLength: 12 }),
    prizes: fc.subarray(prizes),
  });
  const { origin } = site.services.config.publicUrl;
  const texts = async (who: TestActor) => {
    const all: ({ importedFrom: string; id: string; late: boolean } & ProjectText)[] = (
      await who.call('GET', '/projects/export?format=json')
    ).json();
    return Object.fromEntries(
      all.map(
        ({ id, importedFrom, title, tagline, description, repository, demo, video, tags, prizes, late }) => [
          importedFrom ?? `https://there.example/projects/${id}`,
          { title, tagline, description, repository, demo, video, tags, prizes, late },
        ],
      ),
    );
  };
  await fc.assert(
    fc.asyncProperty(fc.array(project, { minLength: 1, maxLength: 8 }), async (list) => {
      for (const at of [site, other]) await at.services.db.deleteFrom('projects').execute();
      for (const each of list) {
        const person = await signUp(site);
        await createApplicant(site, person);
        // What the form refuses, such as a control character, never becomes a project.
        const saved = await saveText(person, 0, each);
        if (saved.statusCode !== 400)
          await person.call('POST', '/projects/mine/submit', { version: saved.json().version });
      }
      await site.services.db
        .updateTable('projects')
        .set({ late: true })
        .where('title', '=', '=1+1')
        .execute();
      const drafts = site.services.db.deleteFrom('projects').where('submitted_at', 'is', null);
      await drafts.execute();
      const exported = (await grace.call('GET', '/projects/export')).body.replaceAll(
        origin,
        'https://there.example',
      );
      const report = (await sendImport(organizer, exported)).json();
      expect(report.problems).toEqual([]);
      expect(await texts(organizer)).toEqual(await texts(grace));
      const again = (await organizer.call('GET', '/projects/export')).body;
      const withoutPeople = (csv: string) =>
        csv.split('\r\n').map((line) => line.replace(/,"[^"]*","[^"]*"$/, ''));
      expect(withoutPeople(again).sort()).toEqual(withoutPeople(exported).sort());
      expect((await sendImport(organizer, again)).json()).toMatchObject({
        added: 0,
        changed: 0,
        problems: [],
      });
    }),
    { numRuns: 12 },
  );
  await other.close();
});
