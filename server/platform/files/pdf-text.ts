import type { OPS, PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs';
import { removeHiddenText, type TextItem } from './pdf-hidden-text.ts';
import type { PdfText } from './pdf-reader.ts';

const maxPages = 10;
const maxCharacters = 40_000;
const maxLinks = 50;
// Smaller text is illegible and meant for machines.
const minFontSize = 4;

/**
 * Extracts the text of a document's first pages by lines, the text typed into them, and their link targets. Hidden text is
 * left out, unless the operators are.
 */
export async function extractText(document: PDFDocumentProxy, operators?: typeof OPS): Promise<PdfText> {
  const found: PdfText = { text: '', links: [], hidesText: operators === undefined };
  for (let number = 1; number <= Math.min(maxPages, document.numPages); number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const pieces = items.filter((item) => 'str' in item);
    if (operators && (await removeHiddenText(document, page, pieces, operators))) found.hidesText = true;
    found.text += `${readLines(page, pieces)}\n`;
    for (const annotation of (await page.getAnnotations()) as Annotation[]) {
      const { url } = annotation;
      if (url && /^https?:\/\//i.test(url) && url.length <= 500 && found.links.length < maxLinks)
        found.links.push(url);
      const typed = found.text.length < maxCharacters && readTyped(annotation, page.view);
      if (typed) found.text += `${typed.slice(0, maxCharacters)}\n`;
    }
    page.cleanup();
    if (found.text.length >= maxCharacters) break;
  }
  return { ...found, text: found.text.slice(0, maxCharacters) };
}

/** An annotation on a page: a link, a form field (`Tx` text, `Ch` a choice), or text typed onto the page. */
interface Annotation {
  subtype: string;
  url?: string;
  fieldType?: string | null;
  fieldValue?: string | string[] | null;
  contentsObj?: { str: string };
  rect: number[];
  annotationFlags: number;
}

/** The flags of hidden annotations, always or on screens. */
const hiddenFlags = 2 | 32;

/** Returns the text typed into a field or onto the page, if visible. */
function readTyped({ rect, annotationFlags, ...annotation }: Annotation, view: number[]): string {
  const [x = 0, bottom = 0, , top = 0] = rect;
  const [left = 0, low = 0, right = 0, high = 0] = view;
  if (annotationFlags & hiddenFlags || top - bottom < minFontSize) return '';
  if (x < left || x > right || top < low || bottom > high) return '';
  const { subtype, fieldType, fieldValue, contentsObj } = annotation;
  if (subtype === 'FreeText') return contentsObj?.str ?? '';
  return fieldType === 'Tx' || fieldType === 'Ch' ? [fieldValue ?? []].flat().join(', ') : '';
}

/** Text on one line without a wide gap, and its position. */
interface Run {
  x: number;
  y: number;
  text: string;
  /** Whether it is the first on its line. */
  first: boolean;
}

/** Reads a page's text: another height starts a new line, a gap becomes a blank, columns are read one after the other. */
function readLines(page: PDFPageProxy, items: TextItem[]): string {
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const runs: Run[] = [];
  let length = 0;
  let last: { x: number; y: number; size: number } | undefined;
  for (const item of items) {
    if (item.str === '') continue;
    const [a = 0, b = 0, , , x = 0, y = 0] = item.transform;
    const size = Math.hypot(a, b);
    if (size < minFontSize || x < left || x > right || y < bottom || y > top) continue;
    // A blank that fills a gap is as wide as the gap.
    if (item.str.trim() === '' && item.width > size * wideGap) continue;
    const run = runs.at(-1);
    const sameLine = last !== undefined && Math.abs(y - last.y) <= last.size * 0.5;
    const gap = last ? x - last.x : 0;
    if (!run || !sameLine || gap > size * wideGap || gap < -size * wideGap)
      runs.push({ x, y, text: item.str, first: !sameLine });
    else run.text += gap > size * 0.2 && !/\s/.test(run.text.at(-1)!) ? ` ${item.str}` : item.str;
    last = { x: x + item.width, y, size };
    length += item.str.length;
    if (length >= maxCharacters) break;
  }
  const second = findSecondColumn(runs);
  const inSecond = (run: Run) => second !== undefined && run.x >= second - columnSlack && !isDate(run.text);
  const columns = [runs.filter((run) => !inSecond(run)), runs.filter(inSecond)];
  return columns
    .flatMap((column) => column.map(toLine))
    .join('')
    .trimStart();
}

const wideGap = 2;
const columnSlack = 8;
const minRows = 5;

const isDate = (text: string) =>
  text.length <= 40 && /\b(?:19|20)\d\d\b|\b(?:present|current|today)\b/i.test(text);

/** A date at the end of a line belongs to it; anything else after a gap is a line of its own. */
const toLine = ({ first, text }: Run): string => (!first && isDate(text) ? ` ${text}` : `\n${text}`);

/** Finds where a second column begins: at least five lines have text there, after a gap. */
function findSecondColumn(runs: readonly Run[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { first, x, text } of runs)
    if (!first && !isDate(text)) counts.set(Math.round(x), (counts.get(Math.round(x)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= minRows).sort(([a], [b]) => a - b)[0]?.[0];
}
