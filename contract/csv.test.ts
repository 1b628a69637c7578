import { expect, test } from 'vitest';
import { escapeFormula, formatCsv } from './csv.ts';

test.each(['=1+1', '+1', '-1', '@x', '\tx', ' =1', '＝1'])('%j does not become a formula', (text) =>
  expect(escapeFormula(text)).toBe(`'${text}`),
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
