import { setImmediate as pause } from 'node:timers/promises';
import type { Event } from '../../../contract/event/event.ts';
import { colors, themeColors } from '../../../contract/platform/colors.ts';
import { type Run, splitIntoRuns, type Typeface } from './typefaces.ts';

// A4 across, in points.
const page = { width: 841.89, height: 595.28 };
const frame = { left: 44, top: 44, line: 3, shadow: 10 };
const inset = 56;
const { ink, paper, tangerine, night } = colors;
const [muted] = themeColors.muted;

interface Line {
  text: string;
  size: number;
  top: number;
  color?: string;
  /** The size at which a line that is still too long is set in two. */
  smallest?: number;
}

type CertificateEvent = Pick<Event, 'name' | 'place' | 'dates' | 'tagline' | 'certificates'>;

interface Printed {
  name: string;
  /** The address of the public page that verifies the certificate. */
  address: string;
}

/** The people of this document, one page each, and when it is made. */
interface CertificateContent {
  event: CertificateEvent;
  people: readonly Printed[];
  at: Date;
}

/**
 * Returns a PDF with one page for each name, as a stream that is drawn while it is read. A long name is set smaller, and
 * in two lines when that is not enough. Every name must be printable (`splitIntoRuns`).
 */
export async function drawCertificates(
  typefaces: readonly Typeface[],
  { event, people, at }: CertificateContent,
): Promise<NodeJS.ReadableStream> {
  // The library is large: it is loaded with the first certificate.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    autoFirstPage: false,
    size: [page.width, page.height],
    margin: 0,
    lang: 'en',
    displayTitle: true,
    info: { Title: `Certificate of participation, ${event.name}`, CreationDate: at, ModDate: at },
  });
  for (const { key, content } of typefaces) document.registerFont(key, content);
  const drawAll = async () => {
    for (const [index, printed] of people.entries()) {
      drawPage(document, typefaces, event, printed);
      // Other requests are served between the pages.
      if (index % 10 === 9) await pause();
    }
    document.end();
  };
  drawAll().catch((error: Error) => document.destroy(error));
  return document;
}

function drawPage(
  document: PDFKit.PDFDocument,
  typefaces: readonly Typeface[],
  event: CertificateEvent,
  { name, address }: Printed,
): void {
  document.addPage();
  const [width, height] = [page.width - 2 * frame.left, page.height - 2 * frame.top];
  document.rect(0, 0, page.width, page.height).fill(paper);
  document.rect(frame.left + frame.shadow, frame.top + frame.shadow, width, height).fill(tangerine);
  document.rect(frame.left, frame.top, width, height).lineWidth(frame.line).fillAndStroke('#FFFFFF', ink);
  const draw = (line: Line) => drawLine(document, typefaces, line);
  draw({ text: event.name, size: 17, top: 84, color: night });
  draw({ text: 'Certificate of participation', size: 34, top: 112 });
  drawHours(document, 176);
  draw({ text: 'This is to certify that', size: 15, top: 218, color: muted });
  draw({ text: name, size: 50, top: 246, smallest: 24 });
  draw({ text: `took part in ${event.name}`, size: 20, top: 344, smallest: 12 });
  draw({ text: `${event.dates.label} · ${event.place}`, size: 15, top: 378, color: muted, smallest: 9 });
  draw({ text: `Verify it at ${address}`, size: 10, top: 526, color: muted, smallest: 5 });
  document.link(frame.left + inset, 524, page.width - 2 * (frame.left + inset), 14, address);
  const { signedBy } = event.certificates ?? {};
  if (!signedBy) return;
  const left = frame.left + inset;
  document
    .moveTo(left, 488)
    .lineTo(left + 260, 488)
    .lineWidth(1)
    .stroke(ink);
  draw({ text: signedBy, size: 13, top: 496, smallest: 9 });
}

/** The hours of a day as a rail of ticks, every sixth longer. */
function drawHours(document: PDFKit.PDFDocument, top: number): void {
  const step = (page.width - 2 * (frame.left + inset)) / 24;
  for (let hour = 0; hour <= 24; hour += 1) {
    const left = frame.left + inset + hour * step;
    document
      .moveTo(left, top)
      .lineTo(left, top + (hour % 6 === 0 ? 18 : 10))
      .lineWidth(hour % 6 === 0 ? 3 : 1.5)
      .stroke(hour % 6 === 0 ? tangerine : ink);
  }
}

/** Draws a text in one line as large as it fits, or in two when it does not at its smallest size. */
function drawLine(document: PDFKit.PDFDocument, typefaces: readonly Typeface[], line: Line): void {
  const { text, size, top, color = ink, smallest = size } = line;
  const available = page.width - 2 * (frame.left + inset);
  const runs = splitIntoRuns(typefaces, text).runs;
  const natural = measure(document, runs, 1);
  const fitting = Math.min(size, Math.floor((available / natural) * 2) / 2);
  if (fitting >= smallest) {
    drawRuns(document, runs, { size: fitting, top, color });
    return;
  }
  const [first, second] = splitInTwo(text);
  const halves = [first, second].map((half) => splitIntoRuns(typefaces, half).runs);
  const widest = Math.max(...halves.map((half) => measure(document, half, 1)));
  const half = Math.min(smallest, available / widest);
  for (const [at, part] of halves.entries())
    drawRuns(document, part, { size: half, top: top + at * half * 1.2, color });
}

/** Splits a text at the space nearest to its middle, or in the middle of one long word. */
function splitInTwo(text: string): [string, string] {
  const characters = [...text];
  const middle = characters.length / 2;
  const spaces = characters.flatMap((character, at) => (character === ' ' ? [at] : []));
  const nearest = spaces.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  const at = nearest !== undefined && nearest > 0 ? nearest : Math.ceil(middle);
  return [characters.slice(0, at).join(''), characters.slice(at).join('').trimStart()];
}

function measure(document: PDFKit.PDFDocument, runs: readonly Run[], size: number): number {
  return runs.reduce(
    (sum, { text, typeface }) => sum + document.font(typeface.key).fontSize(size).widthOfString(text),
    0,
  );
}

function drawRuns(
  document: PDFKit.PDFDocument,
  runs: readonly Run[],
  { size, top, color }: { size: number; top: number; color: string },
): void {
  let left = frame.left + inset;
  for (const { text, typeface } of runs) {
    document.font(typeface.key).fontSize(size).fillColor(color);
    document.text(text, left, top + size, { baseline: 'alphabetic', lineBreak: false });
    left += document.widthOfString(text);
  }
}
