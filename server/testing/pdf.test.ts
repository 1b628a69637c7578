import { inflateSync } from 'node:zlib';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { createGeneratedPdf, createPdf, zerosDeflated } from './pdf.ts';

test('the PDF opens and reads as it was written', async () => {
  const document = await getDocumentProxy(new Uint8Array(createPdf({ text: ['Ada (Lovelace)', 'Engines'] })));
  const { text, totalPages } = await extractText(document);
  expect({ text, totalPages }).toEqual({ text: ['Ada (Lovelace)\nEngines'], totalPages: 1 });
});

test.each([600, 1_000, 99_999, 100_000, 1_048_575, 1_048_576])('a PDF of exactly %i bytes', (size) => {
  const made = createGeneratedPdf(`pdf-size:${size}`);
  expect(made.length).toBe(size);
  const start = Number(/startxref\n(\d+)/.exec(made.subarray(-100).toString())?.[1]);
  expect(made.subarray(start, start + 4).toString()).toBe('xref');
});

test('the bomb is under 1 MB and true to its checksum', () => {
  expect(createGeneratedPdf('pdf-bomb').length).toBeLessThan(1_048_576);
  expect(inflateSync(zerosDeflated(3)).equals(Buffer.alloc(12 * 1024 * 1024))).toBe(true);
});
