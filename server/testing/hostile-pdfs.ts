import { deflateSync } from 'node:zlib';
import { generated, pdf, zerosDeflated } from './pdf.ts';
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
  'unpacks to 300 MB': () => pdf({ content: { entries: '/Filter /FlateDecode ', bytes: zerosDeflated(75) } }),
  'unpacks to 900 MB': () => generated('pdf-bomb'),
  'packed four times': () => {
    let bytes: Buffer = zerosDeflated(75);
    for (let layer = 0; layer < 3; layer++) bytes = deflateSync(bytes);
    return pdf({ content: { entries: `/Filter [${'/FlateDecode '.repeat(4)}] `, bytes } });
  },
  'millions of words': () => pdf({ content: deflated(word(12, 72, 720, 'word').repeat(800_000)) }),
  'half as many words, within the limit': () =>
    pdf({ content: deflated(word(12, 72, 720, 'word').repeat(400_000)) }),
  'a million nested arrays': () => pdf({ content: deflated('['.repeat(1_000_000)) }),
  'saved states without end': () => pdf({ content: deflated('q '.repeat(2_000_000)) }),
  '1,300 pages': () => pdfOfPages(Array.from({ length: 1300 }, () => ({ content: honest }))),
  'a page tree that holds itself': () => generated('pdf-loop-pages'),
  locked: () => generated('pdf-encrypted'),
  'cut off': () => generated('pdf-truncated'),
  'a web page': () => generated('html-named-pdf'),
  nothing: () => generated('empty'),
  scripts: () => generated('pdf-js-openaction'),
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
    pdf({
      content: { entries: '', bytes: Buffer.from(`${honest}BT /F1 12 Tf 72 600 Td <00d800dc00> Tj ET`) },
    }),
};
