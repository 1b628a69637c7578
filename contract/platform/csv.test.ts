import { expect, test } from 'vitest';
import { createSemicolonWriter, escapeFormula, formatCsv, formatCsvRow, unescapeFormula } from './csv.ts';

test.each(['=1+1', '+1', '-1', '@x', '\tx', ' \tx', '\0x', ' =1', '＝1'])(
  '%j does not become a formula',
  (text) => expect(escapeFormula(text)).toBe(`'${text}`),
);

test.each(['Ada', "O'Neil", '1-1', 'a=b', ''])('%j stays as it is', (text) =>
  expect(escapeFormula(text)).toBe(text),
);

test.each(['+14805550134', '+1 (480) 555-0134', '+44 20 7946 0914', '+49-30-901820'])(
  'the phone number %s keeps its plus sign',
  (phone) => {
    expect(escapeFormula(phone)).toBe(phone);
    // An earlier export reads as it did, and a typed apostrophe stays.
    expect([unescapeFormula(`'${phone}`), unescapeFormula(escapeFormula(`'${phone}`))]).toEqual([
      phone,
      `'${phone}`,
    ]);
  },
);

test.each([
  '+1+HYPERLINK(1)',
  '+A1234567',
  '+1480555\n0134',
  '+1 480 555*2',
  '-14805550134',
  ' +14805550134',
])('%j is no phone number', (text) => expect(escapeFormula(text)).toBe(`'${text}`));

test('semicolons take the place of commas between cells, and of no other comma, wherever the pieces end', () => {
  const csv = formatCsv([
    ['Name', 'Says'],
    ['Reyes, Ada', '"so, well", she said'],
    ['', 'a\r\n,;'],
  ]);
  const expected = '"Name";"Says"\r\n"Reyes, Ada";"""so, well"", she said"\r\n"";"a\r\n,;"\r\n';
  for (let size = 1; size <= csv.length; size++) {
    const write = createSemicolonWriter();
    const pieces = csv.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    expect(pieces.map(write).join('')).toBe(expected);
  }
});

test('cells are quoted, quotes doubled, rows end in CRLF', () =>
  expect(
    formatCsv([
      ['Name', 'n'],
      ['Ada "Countess"', 3],
      [null, -2],
    ]),
  ).toBe('"Name","n"\r\n"Ada ""Countess""","3"\r\n"","-2"\r\n'));

test('with quoteAll off only the cells that need it are quoted, and all texts are guarded', () =>
  expect(formatCsvRow(['judge1', 'a,b', '=1', null, 2, { plain: '-0.50' }], { quoteAll: false })).toBe(
    'judge1,"a,b",\'=1,,2,-0.50',
  ));
