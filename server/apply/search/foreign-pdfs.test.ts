import PdfDocument from 'pdfkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchResult } from '../../../contract/apply/search.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { sendDeck, sendResume, submitForm } from '../../testing/forms.ts';
import { createPdf } from '../../testing/pdf.ts';
import { readResume } from './resumes.service.ts';

let site: TestApp;
let admin: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  admin = await signUpAdmin(site);
});
afterAll(() => site.close());

/** A PDF without a table of its objects, which readers then find by themselves. The first object is the catalog. */
const pdfOf = (...objects: string[]): Buffer =>
  Buffer.from(
    `%PDF-1.7\n${objects.map((body, at) => `${at + 1} 0 obj\n${body}\nendobj\n`).join('')}trailer\n<< /Root 1 0 R >>\n%%EOF\n`,
    'latin1',
  );

/** A page that draws characters of one font, with what else belongs to it. */
const pageOf = (codes: string, font: string, { catalog = '', page = '' } = {}, ...more: string[]): Buffer => {
  const content = `BT /F1 12 Tf 72 700 Td <${codes}> Tj ET`;
  return pdfOf(
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${page} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font,
    ...more,
  );
};

/** A font that is named and not embedded, with a predefined character map. */
const namedFont = (map: string, ordering: string) =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /${map} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Any /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> /DW 1000 /FontDescriptor << /Type /FontDescriptor /FontName /Any /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >> >>] >>`;
const latin = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex');

const read = async (resume: Buffer, whyJoin = 'To learn.') => {
  const somebody = await signUp(site);
  const sent = await submitForm(somebody, { whyJoin }, { resume });
  expect(sent.statusCode, sent.body).toBe(201);
  await readResume(site.services, { userId: somebody.id });
  return somebody;
};
const search = async (query: string) =>
  (await admin.call('POST', '/search/vector-only', { query, filters: {} })).json<{
    results: SearchResult[];
  }>().results;

// The bytes are Shift_JIS, GBK, EUC-KR with its extension, Big5, and UTF-16.
test.each([
  ['90ms-RKSJ-H', 'Japan1', '8b408a428a778f4b82cc8ca48b86', '機械学習の研究'],
  ['UniJIS-UTF16-H', 'Japan1', '91cf5b508a087b97', '量子計算'],
  ['GBK-EUC-H', 'GB1', 'bbfac6f7d1a7cfb0b9a4b3cc', '机器学习工程'],
  ['KSCms-UHC-H', 'Korea1', 'b1e2b0e820c7d0bdc020bfacb1b8', '기계 학습 연구'],
  ['ETen-B5-H', 'CNS1', 'bef7beb9bec7b2dfa475b57b', '機器學習工程'],
  ['UniCNS-UTF16-H', 'CNS1', '5f7150cf86557406', '影像處理'],
])('text in a font with the character map %s is found', async (map, ordering, codes, text) => {
  const owner = await read(pageOf(codes, namedFont(map, ordering)));
  const found = (await search(text)).find(({ user_id }) => user_id === owner.id);
  expect(found?.resumeText).toBe('read');
  expect(found?.text).toContain(text);
});

test('what was typed into a form or onto the page is found, and what cannot be seen is not', async () => {
  const field = (entries: string, rect = '[72 600 300 620]') =>
    `<< /Type /Annot /Subtype /Widget /F 4 /Rect ${rect} ${entries} >>`;
  const page = `/Annots [${[
    field('/FT /Tx /T (school) /V (Zymurgy Institute)'),
    field('/FT /Ch /Ff 131072 /T (degree) /Opt [(BSc Oenology) (MSc)] /V (BSc Oenology)', '[72 560 300 580]'),
    `<< /Type /Annot /Subtype /FreeText /F 4 /Rect [72 500 300 520] /Contents (Beekeeping and Fortran) /DA (/Helv 12 Tf) >>`,
    field('/FT /Tx /T (hidden) /F 2 /V (Kubernetes)').replace('/F 4 ', ''),
    field('/FT /Tx /T (tiny) /V (Terraform)', '[72 400 300 402]'),
  ].join(' ')}]`;
  const owner = await read(pageOf(hex('School:'), latin, { catalog: '/AcroForm << /Fields [] >>', page }));
  const [found] = await search('Zymurgy');
  expect(found).toMatchObject({ user_id: owner.id, resumeText: 'read' });
  for (const text of ['School:', 'Zymurgy Institute', 'BSc Oenology', 'Beekeeping and Fortran'])
    expect(found?.text).toContain(text);
  expect(found?.text).not.toMatch(/Kubernetes|Terraform/);
});

/** A page that shows that somebody likes music, and draws a sentence about a skill by these operators. */
const drawing = (before: string, after = '') => {
  const content = `BT /F1 12 Tf 72 700 Td (I like music) Tj ET q ${before} BT /F1 12 Tf 72 650 Td (I have built gyroscopes for years) Tj ET ${after} Q`;
  return pdfOf(
    '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [6 0 R] /D << /OFF [6 0 R] >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /ExtGState << /G0 << /ca 0 >> >> /Properties << /L 6 0 R >> /XObject << /Im 7 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    latin,
    '<< /Type /OCG /Name (Layer) >>',
    '<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 4 >>\nstream\nabcd\nendstream',
  );
};
const box = '60 640 500 30 re f';
const page = '612 0 0 792 0 0 cm /Im Do';

test.each([
  ['visible', drawing(''), true, false],
  ['white on a dark box', drawing(`0 g ${box} 1 g`), true, false],
  [
    'white on a dark shape',
    drawing('0 g 60 640 m 560 640 l 560 660 550 670 540 670 c 60 670 l h f 1 g'),
    true,
    false,
  ],
  ['white on a picture', drawing(`q ${page} Q 1 g`), true, false],
  ['the text layer of a scan', drawing('3 Tr', page), true, false],
  ['invisible', drawing('3 Tr'), false, true],
  ['transparent', drawing('/G0 gs'), false, true],
  ['a layer that is off', drawing('/OC /L BDC', 'EMC'), false, true],
  ['white', drawing('1 g'), false, true],
  ['nearly white in CMYK', drawing('0.01 0 0 0 k'), false, true],
  ['black on black', drawing(`0 g ${box}`), false, true],
  ['clipped away', drawing('0 0 9 9 re W n'), false, true],
  ['covered', drawing('', `1 g ${box}`), false, true],
  // It cannot be told apart from the words that are off the page.
  ['white, and words off the page', drawing('BT /F1 12 Tf 5000 0 Td (away) Tj ET 1 g'), true, true],
] as const)(
  'text that nobody can see is no evidence, and marks the resume: %s',
  async (what, resume, isRead, suspicious) => {
    const word = `zither${what.replace(/\W/g, '').toLowerCase()}`;
    const somebody = await read(resume, `I play the ${word}.`);
    const [found] = await search(word);
    expect([found?.user_id, found?.suspicious]).toEqual([somebody.id, suspicious]);
    expect(found?.text).toContain('I like music');
    expect(found?.text.includes('gyroscopes')).toBe(isRead);
  },
);

/** A document as `pdfkit` encrypts it. */
const encrypted = (options: PDFKit.PDFDocumentOptions): Promise<Buffer> =>
  new Promise((resolve) => {
    const document = new PdfDocument(options);
    const parts: Buffer[] = [];
    document.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)));
    document.text('Quincunx gardens').end();
  });

test('a PDF that nobody can open without a password is refused at every upload, with the way out', async () => {
  const sentence = (what: string) =>
    `Your ${what} needs a password to open. Open it, print or save it as a PDF without a password, and choose that file.`;
  const ada = await signUp(site);
  const refused = [
    ...(await Promise.all(
      (['1.3', '1.4', '1.6', '1.7ext3'] as const).map((pdfVersion) =>
        encrypted({ pdfVersion, userPassword: 'moon' }),
      ),
    )),
    // For the holders of a certificate.
    createPdf({
      trailer: '/ID [<00><00>] /Encrypt << /Filter /Adobe.PubSec /V 4 /SubFilter /adbe.pkcs7.s5 >> ',
    }),
  ];
  for (const resume of refused) {
    const answer = await submitForm(ada, {}, { resume });
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'resume_locked']);
    expect(answer.json().message).toBe(sentence('resume'));
  }
  const [locked] = refused as [Buffer];
  const withDeck = { resume: createPdf(), pitchDeck: locked };
  expect((await submitForm(ada, { track: 'Startup Track' }, withDeck)).json().message).toBe(
    sentence('pitch deck'),
  );
  await submitForm(ada);
  expect((await sendResume(ada, locked)).json().code).toBe('resume_locked');
  expect((await sendDeck(ada, locked)).json().code).toBe('deck_locked');
  // A password that only forbids printing or changing keeps nobody from reading.
  const owner = await read(await encrypted({ ownerPassword: 'sun', permissions: { printing: undefined } }));
  expect((await search('Quincunx')).map(({ user_id }) => user_id)).toEqual([owner.id]);
});

test('who sent a resume without text is told, until it is replaced', async () => {
  const ada = await read(createPdf({ text: [] }));
  const own = async () => (await ada.call('GET', '/applications/me')).json().data;
  expect(await own()).toMatchObject({ resumeUnreadable: true });
  expect((await ada.call('GET', '/users/me')).json().data.application).toMatchObject({
    resumeUnreadable: true,
  });
  const { _id } = await own();
  expect((await admin.call('GET', `/applications/${_id}`)).json()).not.toHaveProperty('resumeUnreadable');
  await sendResume(ada, createPdf({ text: ['Fortran'] }));
  expect(await own()).not.toHaveProperty('resumeUnreadable');
  await readResume(site.services, { userId: ada.id });
  expect(await own()).not.toHaveProperty('resumeUnreadable');
});
