import { expect, it } from 'vitest';
import { findPdfProblem } from './pdf.ts';

const says = { notPdf: 'not a PDF', tooLarge: 'too large' };
const pdfOf = (bytes: number) => new File(['%PDF-1.7\n', new Uint8Array(bytes - 9)], 'a.pdf');

it('takes a PDF up to the last byte below the limit, whatever it is called', async () => {
  expect(await findPdfProblem(pdfOf(1_048_575), says)).toBeNull();
  expect(await findPdfProblem(new File(['%PDF-1.4'], 'notes.txt', { type: 'text/plain' }), says)).toBeNull();
  for (const before of ['\ufeff \n', 'x', ' '.repeat(1024)])
    expect(await findPdfProblem(new File([`${before}%PDF-1.4`], 'a.pdf'), says)).toBeNull();
});

it('refuses a PDF of the limit and more', async () => {
  expect(await findPdfProblem(pdfOf(1_048_576), says)).toBe('too large');
});

it('refuses what only looks like a PDF', async () => {
  for (const content of ['', '\u0089PNG\r\n', `${' '.repeat(1025)}%PDF-1.7`, '%PDF'])
    expect(await findPdfProblem(new File([content], 'a.pdf', { type: 'application/pdf' }), says)).toBe(
      'not a PDF',
    );
});
