import { deflateSync } from 'node:zlib';
import { createGeneratedPdf, createPdf, zerosDeflated } from './pdf.ts';
import { pdfOfPages } from './pdf-pages.ts';

const deflated = (text: string) => ({
  entries: '/Filter /FlateDecode ',
  bytes: deflateSync(Buffer.from(text)),
});
const word = (size: number, x: number, y: number, text: string) =>
  `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET\n`;
const honest = word(12, 72, 720, 'PROJECTS') + word(12, 72, 700, 'Repairs typewriters');

/** Resumes that mean harm, by name: whatever they do, they are refused or read, and nobody else notices. */
export const hostilePdfs: Record<string, () => Buffer> = {
  'unpacks to 300 MB': () =>
    createPdf({ content: { entries: '/Filter /FlateDecode ', bytes: zerosDeflated(75) } }),
  'unpacks to 900 MB': () => createGeneratedPdf('pdf-bomb'),
  'packed four times': () => {
    let bytes: Buffer = zerosDeflated(75);
    for (let layer = 0; layer < 3; layer++) bytes = deflateSync(bytes);
    return createPdf({ content: { entries: `/Filter [${'/FlateDecode '.repeat(4)}] `, bytes } });
  },
  'millions of words': () => createPdf({ content: deflated(word(12, 72, 720, 'word').repeat(800_000)) }),
  'half as many words, within the limit': () =>
    createPdf({ content: deflated(word(12, 72, 720, 'word').repeat(400_000)) }),
  'a million nested arrays': () => createPdf({ content: deflated('['.repeat(1_000_000)) }),
  'saved states without end': () => createPdf({ content: deflated('q '.repeat(2_000_000)) }),
  '1,300 pages': () => pdfOfPages(Array.from({ length: 1300 }, () => ({ content: honest }))),
  'a page tree that holds itself': () => createGeneratedPdf('pdf-loop-pages'),
  locked: () => createGeneratedPdf('pdf-encrypted'),
  'cut off': () => createGeneratedPdf('pdf-truncated'),
  'a web page': () => createGeneratedPdf('html-named-pdf'),
  nothing: () => createGeneratedPdf('empty'),
  scripts: () => createGeneratedPdf('pdf-js-openaction'),
  'a page as large as a city': () => pdfOfPages([{ content: honest, size: [1e9, 1e9] }]),
  'thousands of links': () =>
    pdfOfPages([
      { content: honest, links: Array.from({ length: 5000 }, (_, at) => `https://spam.example/${at}`) },
    ]),
  'links that are no addresses': () =>
    pdfOfPages([
      { content: honest, links: ['javascript:alert\\(1\\)', 'file:///etc/passwd', 'data:text/html,x'] },
    ]),
  'letters too small to read': () =>
    pdfOfPages([{ content: honest + word(2, 72, 600, 'Kubernetes zookeeper') }]),
  'letters beside the page': () =>
    pdfOfPages([{ content: honest + word(12, 2000, 600, 'Kubernetes zookeeper') }]),
  'zero bytes and halves of letters': () =>
    createPdf({
      content: { entries: '', bytes: Buffer.from(`${honest}BT /F1 12 Tf 72 600 Td <00d800dc00> Tj ET`) },
    }),
};
