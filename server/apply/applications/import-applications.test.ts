import { afterAll, beforeAll, expect, test } from 'vitest';
import { findOrCreateAccount } from '../../people-data/accounts.service.ts';
import { transact } from '../../platform/db/transact.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { multipart, sendRegistrations, submitForm } from '../../testing/forms.ts';
import { parseRegistrations } from './import-rows.ts';

let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site, 'Grace Hopper');
  site.services.event.questions = [
    question('school', 'text', 'Your school', { required: true }),
    question('skills', 'several', 'Skills', { options: ['Python', 'C, C++', 'Design'] }),
    question('age', 'number', 'Age'),
    question('country', 'country', 'Country'),
    question('travel', 'choice', 'Travel', { options: ['By bus'], other: true }),
  ];
  site.services.event.guardian = { question: 'age', under: 16 };
});
afterAll(() => site.close());

function question(
  id: string,
  type: 'text' | 'several' | 'number' | 'country' | 'choice',
  label: string,
  more = {},
) {
  return { id, type, label, required: false, visibleTo: [], sensitive: false, ...more };
}

const list = async () =>
  (await grace.call('GET', '/applications?limit=100')).json() as { user: { name: string; email: string } }[];
const findRow = (email: string) =>
  site.services.db
    .selectFrom('applications as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .where('u.email', '=', email)
    .select(['a.user_id', 'name', 'track', 'status', 't_shirt_size', 'dietary_restrictions', 'why_join'])
    .executeTakeFirst();

const googleForm = [
  'Timestamp,Email Address,Full name,Track,T-Shirt size,Dietary restrictions,"Your school",Skills,Age,Country,Travel',
  '9/1/2025 10:00:00,Ada@Example.org,Ada  Lovelace,hacker track,medium,None,Analytical College,"Design, C, C++",36,United States,By ship',
  '9/1/2025 10:01:00,mary@example.org,Mary Shelley,,,gluten free,,Knitting,,',
  '9/1/2025 10:02:00,not an address,Nobody,hacker track,M,vegan,,,,',
  '9/1/2025 10:03:00,ada@example.org,Ada again,hacker track,M,vegan,,,,',
  '9/1/2025 10:04:00,young@example.org,Young Person,hacker track,S,vegan,,,14,',
].join('\n');

test('a preview says row by row what is left out, and writes nothing', async () => {
  const preview = await sendRegistrations(grace, googleForm, { preview: 'true' });
  expect(preview.json()).toMatchObject({
    added: 1,
    changed: 0,
    unchanged: 0,
    problems: [
      'Row 3: Mary Shelley has no track, and is left out.',
      'Row 4: "not an address" is not an email address, and is left out.',
      'Row 5: ada@example.org is in the file twice, and is left out.',
      'Row 6: Young Person needs the yes of a guardian, and is left out.',
    ],
  });
  expect(await list()).toEqual([]);
  expect(await findRow('ada@example.org')).toBeUndefined();
});

test('everybody in the file is an application to review, without an email, and claims it by signing in', async () => {
  const defaults = { track: 'Hacker Track', tShirtSize: 'L' };
  const { added, problems } = (await sendRegistrations(grace, googleForm, defaults)).json();
  expect([added, problems.filter((each: string) => each.startsWith('Row 3'))]).toEqual([
    2,
    ['Row 3: “Skills” must have choices of the list only, and stays empty.'],
  ]);
  const ada = (await findRow('ada@example.org'))!;
  expect(ada).toMatchObject({
    ...{ name: 'Ada Lovelace', track: 'Hacker Track', status: 'pending', t_shirt_size: 'M' },
    dietary_restrictions: 'non-vegetarian',
  });
  expect(await findRow('mary@example.org')).toMatchObject({
    ...{ t_shirt_size: 'L', dietary_restrictions: 'other: gluten free', why_join: '' },
  });
  const answers = await site.services.db
    .selectFrom('answers')
    .where('user_id', '=', ada.user_id)
    .selectAll()
    .execute();
  expect(JSON.stringify(answers)).toContain('C, C++');
  expect(JSON.stringify(answers)).toContain('"US"');
  expect(JSON.stringify(answers)).toContain('"other: By ship"');
  expect(await site.services.db.selectFrom('mails').selectAll().execute()).toEqual([]);
  const signedIn = await transact(site.services.db, (trx) => findOrCreateAccount(trx, 'ada@example.org'));
  expect(signedIn).toBe(ada.user_id);
});

test('a repeat changes nothing, and whoever has applied or organizes stays as they are', async () => {
  const lin = await signUp(site, { name: 'Lin' });
  site.services.event.questions = [];
  await submitForm(lin, { track: 'Hacker Track', whyJoin: 'My own words.' });
  const gone = await signUp(site, { name: 'Gone' });
  await submitForm(gone, { track: 'Hacker Track' });
  expect((await gone.call('POST', '/applications/withdraw')).statusCode).toBeLessThan(300);
  const again = `Name,Email,Why join,Track,T-shirt\n${[grace.email, lin.email, gone.email, 'mary@example.org']
    .map((each) => `Other,${each},Other words,Startup Track,S`)
    .join('\n')}`;
  expect((await sendRegistrations(grace, again)).json()).toMatchObject({ added: 0, unchanged: 4 });
  expect(await findRow(lin.email)).toMatchObject({ why_join: 'My own words.', track: 'Hacker Track' });
  expect(await findRow(gone.email)).toBeUndefined();
});

test('imported twice at once, each person has one application; what is no list of people is refused', async () => {
  const rows = Array.from({ length: 50 }, (_, n) => `Person ${n},person-${n}@example.org,Hacker Track,M`);
  const csv = ['Name,Email,Track,T-shirt', ...rows].join('\n');
  // On a busy machine one may wait too long for the other; the file is then sent again.
  const send = async () => {
    for (let tries = 0; ; tries += 1) {
      const answer = await sendRegistrations(grace, csv);
      if (answer.statusCode !== 503 || tries === 5) return answer;
    }
  };
  const both = await Promise.all([send(), send()]);
  const added = both.map((each) => each.json().added);
  expect(added[0] + added[1]).toBe(50);
  const refused = await sendRegistrations(grace, 'Title,Price\nSoup,3');
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'import_invalid']);
  expect((await sendRegistrations(grace, csv, { track: 'Sailing' })).json().code).toBe('unknown_track');
});

interface Stored {
  email: string;
  name: string;
  track: string;
  size: string;
  at: Date;
}

/** Imports a file as another program writes it, and returns the people whose address begins with `mark`. */
async function importFile(mark: string, content: string | Buffer, choices = {}) {
  const { payload, headers } = await multipart(
    { choices: JSON.stringify(choices) },
    { file: Buffer.from(content) },
  );
  const answer = await grace.call('POST', '/applications/import', payload, { headers });
  const people: Stored[] = (await site.services.db
    .selectFrom('applications as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .where('u.email', 'like', `${mark}%`)
    .select(['u.email as email', 'u.name as name', 'track', 't_shirt_size as size', 'a.created_at as at'])
    .orderBy('u.email')
    .execute()) as Stored[];
  return { report: answer.json(), names: people.map(({ name }) => name), people };
}

const lines = (...rows: string[]) => rows.map((row) => `${row}\r\n`).join('');

test.each([
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['UTF-8 with a mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16 without a mark', (text: string) => Buffer.from(text, 'utf16le')],
  ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ['CR alone', (text: string) => Buffer.from(text.replaceAll('\r\n', '\r'))],
])('names are read as they were written: %s', async (encoding, encode) => {
  const mark = encoding.toLowerCase().replace(/[^a-z0-9]/g, '');
  for (const [at, separator] of [',', ';', '\t'].entries()) {
    const text = lines(
      ...[
        ['Email', 'Name', 'Track', 'T-shirt'],
        [`${mark}${at}@example.org`, ' "Zoë ""Zo"" Müller"', 'Hacker Track', 'M'],
      ].map((cells) => cells.join(separator)),
    );
    const { names } = await importFile(`${mark}${at}`, encode(text));
    expect(names).toEqual(['Zoë "Zo" Müller']);
  }
});

test('a file that cannot be read is refused with the line and the character, and stores nothing', async () => {
  const head = 'Email,Name,Track,T-shirt,Major\n';
  const damaged = Buffer.concat([
    Buffer.from(`${head}damaged1@example.org,Zoë,Hacker Track,M,Économie\ndamaged2@example.org,Jos`),
    Buffer.from([0xe9]),
    Buffer.from(',Hacker Track,M,Física\n'),
  ]);
  for (const content of [damaged, `${head}damaged3@example.org,Zo\uFFFD,Hacker Track,M,\n`]) {
    const { report, names } = await importFile('damaged', content);
    expect([report.code, names]).toEqual(['import_invalid', []]);
    expect(report.message).toMatch(/Line [23], character 2[45] cannot be read/);
  }
  for (const [start, kind] of [
    ['PK\x03\x04\x14', 'a workbook of Excel or another program'],
    ['%PDF-1.7\n%\xE2\xE3', 'a PDF'],
  ]) {
    const { report } = await importFile('damaged', Buffer.from(start!, 'latin1'));
    expect([report.code, report.message]).toEqual([
      'import_invalid',
      `This is ${kind}, not a CSV. Export the table as CSV and import that file.`,
    ]);
  }
  const open = await importFile('damaged', `${head}damaged4@example.org,"Ada,Hacker Track,M,\n`);
  expect(open.report.message).toContain('line 2 is never closed');
});

test('exports of Eventbrite, Tito, Google Forms, Luma and Typeform need no change, and who declined stays out', async () => {
  const eventbrite = lines(
    'Order ID,Order date,Attendee Status,Attendee first name,Attendee Surname,Attendee email,Buyer email,T-Shirt Size,Track',
    '1,2025-08-01,Attending,Erin,Brite,eb1@example.org,eb9@example.org,M,Hacker Track',
    '2,2025-08-01,Not Attending,Rob,Refunded,eb2@example.org,eb9@example.org,L,Hacker Track',
  );
  const erin = await importFile('eb', eventbrite);
  expect(erin.names).toEqual(['Erin Brite']);
  expect(erin.report.problems).toContain('Left out by their status “Not Attending”: 1 row.');
  const tito = lines(
    'Order Name,Order Email,Ticket Full Name,Ticket First Name,Ticket Last Name,Ticket Email,Ticket Company Name,Ticket Status,Track,T-shirt',
    'Pay Er,ti9@example.org,Tia Ticket,Tia,Ticket,ti1@example.org,Acme,complete,Hacker Track,XL',
    'Pay Er,ti9@example.org,Void Ticket,Void,Ticket,ti2@example.org,Acme,void,Hacker Track,XL',
  );
  expect((await importFile('ti', tito)).names).toEqual(['Tia Ticket']);
  const google = lines(
    'Timestamp,Username,What is your full name?,Which track?,What is your T-shirt size?',
    '9/1/2025 10:00:00,go1@example.org,Gina Forms,Hacker Track,Medium (M)',
  );
  const [gina] = (await importFile('go', google)).people;
  expect(gina).toMatchObject({ name: 'Gina Forms', size: 'M' });
  // On the clock of the event, in Phoenix.
  expect(gina!.at.toISOString()).toBe('2025-09-01T17:00:00.000Z');
  const luma = lines(
    'api_id,name,first_name,last_name,email,created_at,approval_status,ticket_name,T-Shirt Size,Track',
    ...['approved', 'declined', 'invited'].map(
      (status) =>
        `g,Lou ${status},Lou,${status},lu-${status}@example.org,2025-08-01T10:00:00Z,${status},Standard,M,Hacker Track`,
    ),
  );
  const lou = await importFile('lu', luma);
  expect([lou.names, lou.people[0]!.at.toISOString()]).toEqual([
    ['Lou approved'],
    '2025-08-01T10:00:00.000Z',
  ]);
  const typeform = lines(
    '#,"What\'s your first name?","And your last name?","What\'s your *email address*?",Which track do you want?,Shirt size,Submitted At',
    'x1,Ty,Form,ty1@example.org,Hacker,Small,2025-08-02 09:30:00',
  );
  expect((await importFile('ty', typeform)).people[0]).toMatchObject({
    name: 'Ty Form',
    track: 'Hacker Track',
    size: 'S',
  });
});

test('an export of pretix is read by the attendee, and by the order where tickets have no address', async () => {
  const head =
    'Order code;Position ID;Event slug;Event name;Status;Email;Phone number;Order date;Order time;Product;Variation;Price;Tax rate;Attendee name;Attendee name: Given name;Attendee name: Family name;Attendee email;Company;Address;ZIP code;City;Country;Voucher;Ticket secret;T-shirt size;Which track do you want?';
  const position = (status: string, buyer: string, time: string, [given, family]: string[], email: string) =>
    `AB1;1;owls;Night of Owls;${status};${buyer};+4930901820;2025-08-01;${time};Hacker ticket;;0.00;0.00;${given} ${family};${given};${family};${email};ACME;;;;;;x;L;Hacker Track`;
  const tickets = lines(
    head,
    position('paid', 'px9@example.org', '10:05:30', ['Petra', 'Nix'], 'px1@example.org'),
    position('paid', 'px9@example.org', '09:59:00', ['Pavel', 'Nix'], 'px2@example.org'),
    position('canceled', 'px9@example.org', '08:00:00', ['Paul', 'Gone'], 'px3@example.org'),
    position('expired', 'px9@example.org', '08:00:00', ['Pia', 'Late'], 'px4@example.org'),
  );
  const { people, names } = await importFile('px', tickets);
  expect([...names].sort()).toEqual(['Pavel Nix', 'Petra Nix']);
  expect(people.map(({ name, at, size, track }) => [name, at.toISOString(), size, track]).sort()).toEqual([
    ['Pavel Nix', '2025-08-01T16:59:00.000Z', 'L', 'Hacker Track'],
    ['Petra Nix', '2025-08-01T17:05:00.000Z', 'L', 'Hacker Track'],
  ]);
  const orders = lines(head, position('paid', 'po1@example.org', '10:00:00', ['Olga', 'Order'], ''));
  expect((await importFile('po', orders)).names).toEqual(['Olga Order']);
});

test('an export of Airtable is read with its times, its choices and the texts of several lines', async () => {
  const base = `\ufeff${lines(
    'Name,Email,Phone,Status,T-shirt,Track,Skills,Dietary needs,"Why do you want to join?",Resume,Created',
    'Ayla Table,at1@example.org,(480) 555-0134,Accepted,X-Large,Hacker Track,"Design,Python",vegan,"To learn.\nAnd to build.",cv.pdf (https://files.example/cv.pdf),8/1/2025 9:05pm',
    'Dan Declined,at2@example.org,,Declined,M,Hacker Track,,,,,8/1/2025 9:06am',
  )}`;
  const { people, names } = await importFile('at', base);
  expect(names).toEqual(['Ayla Table']);
  expect(people[0]).toMatchObject({ size: 'XL', track: 'Hacker Track' });
  // 9:05 PM in Phoenix.
  expect(people[0]!.at.toISOString()).toBe('2025-08-02T04:05:00.000Z');
  expect(await findRow('at1@example.org')).toMatchObject({
    dietary_restrictions: 'vegan',
    why_join: 'To learn.\nAnd to build.',
  });
});

test('what is no value of ours is asked about once for all rows, and taken as it was chosen', async () => {
  const csv = lines(
    'Mail of the person;Called;Wants;Shirt;RSVP',
    'va1@example.org;Vera One;Makers;XS;yes',
    'va2@example.org;Vera Two;Makers;one size;yes',
    'va3@example.org;Vera Three;Hacker Track;M;maybe',
  );
  const columns = ['email', 'name', 'track', 'tShirtSize', 'status'];
  const asked = await importFile('va', csv, { columns });
  const seen = (values: { field: string; cell: string; rows: number; value: string }[]) =>
    values.map(({ field, cell, rows, value }) => [field, cell, rows, value]);
  expect(seen(asked.report.values)).toEqual([
    ['status', 'yes', 2, 'in'],
    ['track', 'Makers', 2, ''],
    ['tShirtSize', 'XS', 1, 'S'],
    ['tShirtSize', 'one size', 1, ''],
    ['status', 'maybe', 1, 'in'],
  ]);
  const values = [
    { field: 'track', cell: 'Makers', value: 'Startup Track' },
    { field: 'tShirtSize', cell: 'one size', value: 'L' },
    { field: 'status', cell: 'maybe', value: 'out' },
  ];
  // Vera Three came with the first file, before anybody had said what "maybe" means.
  const { people } = await importFile('va', csv, { columns, values });
  expect(people.map(({ name, track, size }) => [name, track, size])).toEqual([
    ['Vera One', 'Startup Track', 'S'],
    ['Vera Two', 'Startup Track', 'L'],
    ['Vera Three', 'Hacker Track', 'M'],
  ]);
});

test('exports in other languages are read by their headings, with their times, and without who canceled', async () => {
  const event = { ...site.services.event, questions: [], guardian: undefined, timezone: 'UTC' };
  const read = (...rows: string[]) =>
    parseRegistrations(lines(...rows), event, { track: 'Hacker Track', tShirtSize: 'M' }).registrations.map(
      ({ email, name, registeredAt }) => [email, name, registeredAt?.toISOString()],
    );
  const noon = '2025-09-01T12:00:00.000Z';
  expect(
    read(
      'Bestellnummer;E-Mail;Bestelldatum;Bestellzeit;Status;Name;Teilnehmername: Vorname;Teilnehmername: Nachname;Teilnehmer-E-Mail',
      'A1;buyer@example.org;2025-09-01;12:00:00;bezahlt;Bea Buyer;Anna;Müller;anna@example.org',
      'A2;buyer@example.org;2025-09-01;12:00:00;storniert;Bea Buyer;Bernd;Meier;bernd@example.org',
    ),
  ).toEqual([['anna@example.org', 'Anna Müller', noon]]);
  expect(
    read(
      '"Horodateur","Adresse e-mail","Nom et prénom"',
      '"2025/09/01 2:00:00 PM UTC+2","f@example.org","Éloïse M"',
    ),
  ).toEqual([['f@example.org', 'Éloïse M', noon]]);
  expect(
    read(
      'Marca temporal,Dirección de correo electrónico,Nombre,Apellidos',
      '9/1/25 12:00:00,e@example.org,José,Núñez',
    ),
  ).toEqual([['e@example.org', 'José Núñez', noon]]);
  expect(
    read(
      "What's your *first name*?,And your last name?,What email can we reach you at?,Response Type,Submit Date (UTC)",
      'Tia,Form,t@example.org,completed,2025-09-01 12:00:00',
      'Half,Done,h@example.org,partial,',
    ),
  ).toEqual([['t@example.org', 'Tia Form', noon]]);
});

test('a question for a part of the name is answered by the column of that part', () => {
  const questions = [
    question('first-name', 'text', 'First name', { required: true }),
    question('last-name', 'text', 'Last name', { required: true }),
    question('subject', 'text', 'Major'),
  ];
  for (const head of ['Attendee first name,Attendee Surname', 'First name,Last name']) {
    const csv = lines(`${head},Email,Track,T-shirt`, 'Erin,Brite,e@example.org,Hacker Track,M');
    const { registrations, problems, fields } = parseRegistrations(
      csv,
      { ...site.services.event, questions },
      {},
    );
    expect([registrations[0]?.name, registrations[0]?.answers, problems]).toEqual([
      'Erin Brite',
      new Map([
        ['first-name', 'Erin'],
        ['last-name', 'Brite'],
      ]),
      [],
    ]);
    const labels = fields.map(({ label }) => label);
    expect([labels[0], new Set(labels).size]).toEqual(['Major (question)', labels.length]);
  }
});

test('a file whose columns are not known is shown with its columns, so that they can be chosen', async () => {
  const csv = lines('メールアドレス,氏名,T-shirt,Track', 'taro@example.org,山田 太郎,M,Hacker Track');
  const preview = (await sendRegistrations(grace, csv, { preview: 'true' })).json();
  expect([preview.added, preview.problems[0]]).toEqual([
    0,
    'The file needs a column "Email" and a column "Name", or "First name" and "Last name". Choose them under Columns.',
  ]);
  expect(preview.columns.map(({ field }: { field: string }) => field)).toEqual([
    ...['email', '', 'tShirtSize', 'track'],
  ]);
  expect((await sendRegistrations(grace, csv)).json().code).toBe('import_invalid');
  const columns = ['email', 'name', 'tShirtSize', 'track'];
  expect((await importFile('taro', csv, { columns })).names).toEqual(['山田 太郎']);
});

test('an address and a name with an apostrophe, straight or curly, are the same person everywhere', async () => {
  const csv = lines('Email,Name,Track,T-shirt', "sean.o'brien@example.org,Sean O’Brien,Hacker Track,M");
  expect((await importFile('sean', csv)).names).toEqual(['Sean O’Brien']);
  for (const query of ["O'Brien", 'O’Brien', "sean.o'brien@example.org", 'brien sean', "O'Brien, Sean"]) {
    const found = (await grace.call('GET', `/applications?q=${encodeURIComponent(query)}`)).json();
    expect(
      found.map(({ user }: { user: { name: string } }) => user.name),
      query,
    ).toEqual(['Sean O’Brien']);
  }
  // A phone types the curly one.
  const again = lines('Email,Name,Track,T-shirt', 'Sean.O’Brien@example.org,Sean,Hacker Track,M');
  expect((await importFile('sean', again)).report).toMatchObject({ added: 0, unchanged: 1 });
});

test('a domain in another script and its form in ASCII are one mailbox in imports, sign-ins, roles and claims', async () => {
  const imported = lines('Email,Name,Track,T-shirt', 'Jo@MÜLLER.example,Jo Müller,Hacker Track,M');
  expect((await importFile('umlaut', imported)).report).toMatchObject({ added: 1 });
  const again = lines('Email,Name,Track,T-shirt', 'jo@xn--mller-kva.example,Jo,Hacker Track,M');
  expect((await importFile('umlaut', again)).report).toMatchObject({ added: 0, unchanged: 1 });
  const { db } = site.services;
  const held = db.selectFrom('users').select('email').where('name', '=', 'Jo Müller');
  expect(await held.execute()).toEqual([{ email: 'jo@xn--mller-kva.example' }]);
  for (const email of ['jo@müller.example', 'jo@mu\u0308ller.example', 'JO@XN--MLLER-KVA.example']) {
    expect((await grace.call('POST', '/volunteers', { email })).json().code).toBe('volunteer_applied');
    const staff = await grace.call('POST', '/staff', { email, role: 'check-in-lead' });
    expect(staff.json().code).toBe('staff_applied');
    expect((await grace.call('POST', '/auth/email/start', { email })).statusCode).toBe(200);
  }
  const codes = db.selectFrom('email_codes').select('email').distinct().where('email', 'like', 'jo@%');
  expect(await codes.execute()).toEqual([{ email: 'jo@xn--mller-kva.example' }]);
  for (const email of [
    'jo@ü/x.example',
    'jo@ü?x.example',
    'jo@ü.example\\x.y',
    `jo@${'ü'.repeat(300)}.example`,
  ])
    expect((await grace.call('POST', '/auth/email/start', { email })).statusCode, email).toBe(400);
});
