import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs';
import type { PdfText } from './pdf-reader.ts';

const maxPages = 10;
const maxCharacters = 40_000;
const maxLinks = 50;
// Smaller than anybody can read: written for machines.
const smallest = 4;

/** The text of a document's first pages by lines, and the addresses of its links. */
export async function readText(document: PDFDocumentProxy): Promise<PdfText> {
  const found: PdfText = { text: '', links: [] };
  for (let number = 1; number <= Math.min(maxPages, document.numPages); number++) {
    const page = await document.getPage(number);
    found.text += `${await linesOf(page)}\n`;
    for (const { url } of (await page.getAnnotations()) as { url?: string }[])
      if (url && /^https?:\/\//i.test(url) && url.length <= 500 && found.links.length < maxLinks)
        found.links.push(url);
    page.cleanup();
    if (found.text.length >= maxCharacters) break;
  }
  return { ...found, text: found.text.slice(0, maxCharacters) };
}

/** A page's lines: what stands at another height begins a new one, what stands apart gets a blank between. */
async function linesOf(page: PDFPageProxy): Promise<string> {
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const { items } = await page.getTextContent();
  let text = '';
  let last: { x: number; y: number; size: number } | undefined;
  for (const item of items) {
    if (!('str' in item) || item.str === '') continue;
    const [a = 0, b = 0, , , x = 0, y = 0] = item.transform as number[];
    const size = Math.hypot(a, b);
    if (size < smallest || x < left || x > right || y < bottom || y > top) continue;
    if (last && Math.abs(y - last.y) > last.size * 0.5) text += '\n';
    else if (last && x - last.x > size * 0.2 && !/\s$/.test(text)) text += ' ';
    text += item.str;
    last = { x: x + item.width, y, size };
    if (text.length >= maxCharacters) break;
  }
  return text;
}
