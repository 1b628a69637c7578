import { expect, test } from 'vitest';
import { texts } from '../../../contract/texts.ts';
import { createCodeEmail } from '../../people/auth/sign-in-codes.service.ts';
import { createDecisionEmail, createSubmissionEmail } from './application-emails.ts';

const event = {
  name: 'Night & Day',
  place: 'ECG 101',
  dates: { start: '2025-09-20', end: '2025-09-21', label: '20-21 September 2025' },
};
const config = { publicUrl: new URL('https://hack.example.org') };

test('the code is in the subject, the text and the page', () => {
  const email = createCodeEmail({ event, code: '012345', minutes: 10 });
  expect(email.subject).toBe('012345 is your sign-in code for Night & Day');
  expect(email.text).toContain('    012345\n');
  expect(email.html).toContain('>012345</p>');
  expect(email.html).toContain('Night &amp; Day');
});

test('an approval asks whether the person will come, and links to the dashboard', () => {
  const email = createDecisionEmail({ event, config }, { name: 'Ada Lovelace', status: 'approved' });
  expect(email.text).toContain('Hello Ada,');
  expect(email.text).toContain('Will you come?');
  expect(email.text).toContain('https://hack.example.org/dashboard');
  expect(email.html).toContain('href="https://hack.example.org/dashboard#from-email"');
});

test('the email about a received application names the day of the decision when the event has one', () => {
  const registration = { closesAt: '2025-09-19T23:59:59-07:00', enforce: false, decisionsBy: '2025-09-10' };
  const site = { event: { ...event, registration, locale: 'en-US' }, config };
  const { text } = createSubmissionEmail(site, { name: 'Ada', track: 'Hacker Track' });
  expect(text).toContain('2. You get an email with the decision by Sep 10, 2025.');
});

test('a rejection says what the dashboard says', () => {
  const email = createDecisionEmail({ event, config }, { name: 'Ada', status: 'rejected' });
  expect(email.text).toContain(texts.dashboard.rejected);
  expect(email.text).not.toContain('Will you come?');
});

test.each([
  ...['https://evil.example', 'www.evil.example', 'Win at evil.example/now', 'ada@evil.example'],
  // Other scripts, dots of other widths and scripts, full-width letters, and invisible characters.
  ...[
    'evil.рф',
    'evil.भारत',
    'evil.中国',
    'evil。com',
    'evil．рф',
    'evil｡jp',
    'evil．ｃｏｍ',
    'evil․example',
  ],
  ...['evil.\u200dрф', 'evil.\u{e0061}c\u200com', 'evil：443', 'evil＠example', 'evil／x', 'evil.xn--p1ai'],
])('the name %s is left out, because mail programs make it a link', (name) => {
  const email = createDecisionEmail({ event, config }, { name, status: 'approved' });
  expect(email.text).toContain('Hello,');
  expect(email.text + email.html).not.toContain('evil');
});

test.each(['Ada', 'J.R.R. Tolkien', 'Dr. Élodie', 'Łukasz', 'علي', '王芳', 'Иван', 'O’Neil', 'अदिति'])(
  'the name %s is a name',
  (name) => {
    const email = createDecisionEmail({ event, config }, { name, status: 'approved' });
    expect(email.text).toContain(`Hello ${name.split(' ')[0]},`);
  },
);

test('a name cannot add markup', () => {
  const { html } = createDecisionEmail({ event, config }, { name: '<img&quot;\'"> X', status: 'approved' });
  expect(html).toContain('Hello &lt;img&amp;quot;&#39;&quot;&gt;,');
});

test('own words take the place of the program’s; the question, the deadline and the link stay', () => {
  const own = { subject: 'Welcome to {event}', text: 'Dear {name},\n\nsee you at {place}, {dates}. {other}' };
  const mine = { ...event, emails: { approved: own } };
  const heldUntil = new Date('2025-09-18T12:00:00Z');
  const email = createDecisionEmail(
    { event: mine, config },
    {
      name: 'Ada Lovelace',
      status: 'approved',
      heldUntil,
    },
  );
  expect(email.subject).toBe(`Welcome to ${event.name}`);
  expect(email.text).toContain(
    `Dear Ada,\n\nsee you at ${event.place}, ${event.dates.label}. {other}\n\nYour place is held until`,
  );
  expect(email.text).toContain('Will you come?');
  expect(email.text).not.toContain('Your application is approved');
  expect(email.html).toContain('Open your dashboard');
  expect(createDecisionEmail({ event: mine, config }, { name: 'Ada', status: 'rejected' }).subject).toContain(
    'Your application to',
  );
});
