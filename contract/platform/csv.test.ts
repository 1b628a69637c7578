import { expect, test } from 'vitest';
import { escapeFormula, formatCsv, formatCsvRow } from './csv.ts';

test.each(['=1+1', '+1', '-1', '@x', '\tx', ' \tx', '\0x', ' =1', '＝1'])(
  '%j does not become a formula',
  (text) => expect(escapeFormula(text)).toBe(`'${text}`),
);

test.each(['Ada', "O'Neil", '1-1', 'a=b', ''])('%j stays as it is', (text) =>
  expect(escapeFormula(text)).toBe(text),
);

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
