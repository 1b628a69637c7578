import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkEvent } from '../../event/event-document.ts';
import { applyRetention } from '../../operations/retention/retention.service.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { defaultDocument } from '../../testing/default-event.ts';
import { sendAnswerFile, submitForm } from '../../testing/forms.ts';
import { createGeneratedPdf, createPdf } from '../../testing/pdf.ts';
import {
  createAnimatedPicture,
  createManyScans,
  createPhonePicture,
  createTestPicture,
} from '../../testing/pictures.ts';
import { askQuestions } from '../../testing/questions.ts';
import { listStoredKeys } from '../../testing/stored-files.ts';
import { expectInvariants } from '../../testing/teams.ts';
import { unzip } from '../../testing/zip.ts';

const base = { required: false, visibleTo: [], sensitive: false };
const transcript = { ...base, id: 'transcript', type: 'file', label: 'Transcript' };
const bus = { ...base, id: 'bus', type: 'choice', label: 'Bus?', options: ['Yes', 'No'] };
const ticket = {
  ...{ ...base, id: 'ticket', type: 'file', label: 'Ticket', required: true },
  onlyIf: { question: 'bus', is: ['Yes'] },
};

let site: TestApp;
let ada: TestActor;
let grace: TestActor;
beforeEach(async () => {
  site = await createTestApp();
  askQuestions(site, [transcript, bus, ticket]);
  ada = await signUp(site, { name: 'Ada Lovelace' });
  grace = await signUpAdmin(site);
});
afterEach(async () => {
  await expectInvariants(site);
  await site.close();
});

const upload = async (file?: Buffer, actor = ada) => (await sendAnswerFile(actor, file)).json()._id as string;
const apply = (answers: Record<string, unknown>, actor = ada) =>
  submitForm(actor, { answers: JSON.stringify(answers) });
const change = (answers: Record<string, unknown>) => ada.call('PUT', '/applications/answers', { answers });
const mine = async () => (await ada.call('GET', '/applications/me')).json().data;
const read = (who: TestActor, id: string) => who.call('GET', `/files/${id}`);
const statuses = async (id: string, ...readers: TestActor[]) =>
  Promise.all(readers.map(async (who) => (await read(who, id)).statusCode));
const answerKinds = async () =>
  (await site.services.db.selectFrom('files').select('id').where('kind', '=', 'answer').execute()).length;

test('a PDF and a picture answer questions; organizers open them, and nobody else', async () => {
  const [pdf, picture] = [await upload(), await upload(await createPhonePicture())];
  const sent = await apply({ transcript: `${pdf}/My grades.pdf`, bus: 'Yes', ticket: `${picture}/Bus.jpeg` });
  expect(sent.statusCode).toBe(201);
  expect(sent.json().data.answers).toMatchObject([
    { id: 'transcript', type: 'file', value: 'My grades.pdf', fileUrl: `/api/files/${pdf}` },
    { id: 'bus' },
    { id: 'ticket', value: 'Bus.jpeg', fileUrl: `/api/files/${picture}` },
  ]);
  const rita = await signUp(site, { role: 'application-reviewer' });
  const others = [anonymous(site), await signUp(site), await signUp(site, { role: 'volunteer' })];
  expect(await statuses(pdf, ada, grace, rita, ...others)).toEqual([200, 200, 200, 401, 404, 404]);
  expect((await read(grace, pdf)).headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="answer-${pdf.slice(0, 8)}.pdf"`,
    'content-security-policy': "sandbox; default-src 'none'",
  });
  const { headers, rawPayload } = await read(grace, picture);
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': `attachment; filename="answer-${picture.slice(0, 8)}.jpg"`,
  });
  const stored = await sharp(rawPayload).metadata();
  expect([stored.format, stored.exif, rawPayload.includes('Canary')]).toEqual(['jpeg', undefined, false]);

  askQuestions(site, [{ ...transcript, sensitive: true }]);
  expect(await statuses(pdf, ada, grace, rita)).toEqual([200, 200, 404]);
  askQuestions(site, [transcript]);
  await grace.call('PUT', '/reviews/blind', { blind: true });
  expect(await statuses(pdf, grace, rita)).toEqual([404, 404]);
});

test('what is neither a PDF nor a still picture, or has more than 5 MB, is refused and leaves nothing', async () => {
  const before = await listStoredKeys(site.services.config.dataDir);
  const large = createPdf({ size: 6_000_000 });
  const pictureThenPdf = Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), createPdf()]);
  const refused: [string, Buffer, number, string][] = [
    ['a page', createGeneratedPdf('html-named-pdf'), 415, 'answer_file_unreadable'],
    ['a program', createGeneratedPdf('exe-mz'), 415, 'answer_file_unreadable'],
    ['a document', createGeneratedPdf('docx'), 415, 'answer_file_unreadable'],
    ['an SVG', createGeneratedPdf('svg'), 415, 'answer_file_unreadable'],
    ['half a PDF', createGeneratedPdf('pdf-truncated'), 415, 'answer_file_unreadable'],
    ['pages in a circle', createGeneratedPdf('pdf-loop-pages'), 415, 'answer_file_unreadable'],
    ['a password', createGeneratedPdf('pdf-encrypted'), 415, 'answer_file_locked'],
    ['the head of a PNG', createGeneratedPdf('png'), 415, 'picture_unreadable'],
    ['a PDF as a JPEG', pictureThenPdf, 415, 'picture_unreadable'],
    ['a thousand scans', createManyScans(1000), 415, 'picture_unreadable'],
    ['an animation', await createAnimatedPicture(), 415, 'picture_animated'],
    [
      '100 megapixels',
      await createTestPicture({ width: 12_000, height: 9000 }),
      413,
      'picture_too_many_pixels',
    ],
    ['6 MB', large, 413, 'answer_file_too_large'],
    ['nothing', Buffer.alloc(0), 415, 'answer_file_unreadable'],
  ];
  for (const [what, file, status, code] of refused) {
    const answer = await sendAnswerFile(ada, file);
    expect([answer.statusCode, answer.json().code], what).toEqual([status, code]);
  }
  expect(await answerKinds()).toBe(0);
  expect(await listStoredKeys(site.services.config.dataDir)).toEqual(before);
  expect((await sendAnswerFile(ada, createPdf({ size: 5_242_880 }))).statusCode).toBe(201);
  askQuestions(site, [bus]);
  expect((await sendAnswerFile(ada)).statusCode).toBe(404);
});

test('an answer names a file that the same person has uploaded', async () => {
  const foreign = await upload(undefined, await signUp(site));
  for (const id of [foreign, crypto.randomUUID()]) {
    const answer = await apply({ transcript: `${id}/a.pdf` });
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { 'answers.transcript': 'Please choose this file again.' },
    ]);
  }
  for (const [transcript, message] of [
    ['uploading', 'Transcript is still being uploaded.'],
    [foreign, 'Transcript must be a file.'],
    [7, 'Transcript must be a file.'],
    [`${foreign}/${'x'.repeat(200)}`, 'Transcript is longer than 200 characters.'],
  ]) {
    const answer = await apply({ transcript });
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { 'answers.transcript': message }]);
  }
  const resume = await submitForm(ada);
  expect(resume.statusCode).toBe(201);
  const { resumeUrl } = resume.json().data;
  const borrowed = await change({ transcript: `${resumeUrl.split('/').pop()}/resume.pdf` });
  expect(borrowed.json().fields).toEqual({ 'answers.transcript': 'Please choose this file again.' });
});

test('a file that is replaced, taken back or no longer asked for is deleted', async () => {
  const first = await upload();
  await apply({ transcript: `${first}/first.pdf` });
  const second = await upload(createPdf({ text: ['Second'] }));
  expect((await change({ transcript: `${second}/second.pdf` })).statusCode).toBe(200);
  expect(await statuses(first, ada)).toEqual([404]);
  expect((await mine()).answers).toMatchObject([{ value: 'second.pdf' }]);

  const revealed = await change({ bus: 'Yes' });
  expect(revealed.json()).toMatchObject({ fields: { 'answers.ticket': 'Please answer this' } });
  const own = await upload();
  await change({ bus: 'Yes', ticket: `${own}/ticket.pdf` });
  expect(await statuses(own, grace)).toEqual([200]);
  await change({ bus: 'No' });
  expect(await statuses(own, grace)).toEqual([404]);
  await change({ transcript: null });
  expect([await answerKinds(), (await mine()).answers]).toEqual([
    0,
    [{ id: 'bus', type: 'choice', label: 'Bus?', value: 'No' }],
  ]);

  // As many are kept as there are questions.
  const waiting = [await upload(), await upload(), await upload()];
  expect(await statuses(waiting[0]!, ada)).toEqual([404]);
  expect(await answerKinds()).toBe(2);
  // The bytes of one that no answer has named go after an hour, others after a day.
  const { rows } = await site.database.pool.query(
    `select round(extract(epoch from run_at - now()) / 3600)::int as hours from graphile_worker.jobs
     where task_identifier = 'delete-files' order by id`,
  );
  expect(rows.map(({ hours }) => hours)).toEqual([24, 24, 24, 1]);
});

test('a file goes with withdrawal, account and age, and is in the exports by its name', async () => {
  const file = await upload();
  await apply({ transcript: `${file}/grades.pdf` });
  const registrations = (await grace.call('GET', '/exports/registrations')).body;
  expect(registrations).toContain('grades.pdf');
  expect(registrations).not.toContain(file);
  const own = unzip((await ada.call('GET', '/users/me/export')).rawPayload);
  expect(own.get(`answer-${file.slice(0, 8)}.pdf`)).toEqual(createPdf({ text: ['Transcript'] }));

  await ada.call('POST', '/applications/withdraw');
  expect(await statuses(file, grace)).toEqual([404]);
  await ada.call('POST', '/applications/restore');
  expect(await statuses(file, grace)).toEqual([200]);
  await ada.call('POST', '/applications/withdraw');
  expect((await apply({ bus: 'No' })).statusCode).toBe(201);
  expect(await answerKinds()).toBe(0);

  const again = await upload();
  await change({ transcript: `${again}/again.pdf` });
  const unused = await upload(undefined, await signUp(site));
  site.advance(8 * 24 * 3_600_000);
  await applyRetention(site.services);
  expect(
    await site.services.db.selectFrom('files').select('id').where('id', 'in', [unused, again]).execute(),
  ).toEqual([{ id: again }]);
  site.advance(1000 * 24 * 3_600_000);
  const { retention } = site.services.event;
  const shortened = { ...site.services.event, retention: { ...retention, applicationDays: 9000 } };
  await applyRetention({ ...site.services, event: shortened });
  expect(await answerKinds()).toBe(0);
  const [answer] = await site.services.db
    .selectFrom('answers')
    .select(['value', 'file_id'])
    .where('question', '=', 'transcript')
    .execute();
  expect(answer).toEqual({ value: `${again}/again.pdf`, file_id: null });
});

test('organizers are warned of a PDF with a script', async () => {
  const id = await upload(createGeneratedPdf('pdf-js-openaction'));
  const { _id } = (await apply({ transcript: `${id}/a.pdf` })).json().data;
  const { answers } = (await grace.call('GET', `/applications/${_id}`)).json();
  expect(answers).toMatchObject([{ hasActiveContent: true }]);
});

test('deleting the account deletes its files', async () => {
  await apply({ transcript: `${await upload()}/grades.pdf` });
  await upload();
  await ada.call('DELETE', '/users/me');
  expect(await answerKinds()).toBe(0);
});

test('a question for a file is shown to nobody besides organizers', () => {
  const checked = (questions: unknown[]) => checkEvent({ ...defaultDocument, questions });
  expect(() => checked([{ ...transcript, visibleTo: ['volunteers'] }])).toThrow(
    'has to stay empty: a file can have the name of its person',
  );
  expect(() => checked([transcript])).not.toThrow();
});
