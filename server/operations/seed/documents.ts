import { once } from 'node:events';
import type { Rng } from './random.ts';
import { places, schools } from './words.ts';

/** The author of a document, and its content. */
export interface Author {
  name: string;
  email: string;
  major: string;
  skills: string[];
  achievements: string[];
}

/** One line of text: position in points from the lower left corner, size in points. */
interface PdfLine {
  x: number;
  y: number;
  size: number;
  font: 'plain' | 'bold';
  text: string;
}

/** Two of the fonts that every reader of PDFs has. */
interface Fonts {
  plain: string;
  bold: string;
}

/** A document of one page. */
interface Page {
  lines: PdfLine[];
  fonts: Fonts;
}

interface Section {
  title: string;
  lines: string[];
}

const pageHeight = 792;

const typefaces: Fonts[] = [
  { plain: 'Helvetica', bold: 'Helvetica-Bold' },
  { plain: 'Times-Roman', bold: 'Times-Bold' },
  { plain: 'Courier', bold: 'Courier-Bold' },
];

function listSections(rng: Rng, { major, skills, achievements }: Author): Section[] {
  const year = 2026 + rng.int(4);
  const jobs = rng.sample(places, 2).map((place, index) => `${place}, summer ${2025 - index}`);
  return [
    { title: 'Education', lines: [rng.pick(schools), `B.S. ${major}, expected May ${year}`] },
    {
      title: 'Experience',
      lines: jobs.flatMap((job, index) => [job, `- ${achievements[index % achievements.length]}`]),
    },
    { title: 'Projects', lines: achievements.map((achievement) => `- ${achievement}`) },
    { title: 'Skills', lines: [skills.slice(0, 4).join(', '), skills.slice(4).join(', ')].filter(Boolean) },
  ];
}

function setColumn(list: Section[], x: number, top: number, size: number): PdfLine[] {
  let y = top;
  return list.flatMap(({ title, lines }) => {
    y -= 14;
    const heading: PdfLine = { x, y, size: size + 3, font: 'bold', text: title.toUpperCase() };
    const body = lines.map((text): PdfLine => {
      y -= size + 5;
      return { x, y, size, font: 'plain', text };
    });
    y -= 12;
    return [heading, ...body];
  });
}

/** Removes accents that the fonts' encoding does not have. */
function toLatin(text: string): string {
  return [...text.replace(/ı/g, 'i')]
    .map((letter) => (letter.charCodeAt(0) < 256 ? letter : letter.normalize('NFD').replace(/\p{M}/gu, '')))
    .join('');
}

/** Returns a PDF with one page of text, US letter. The same lines give the same bytes. */
export async function writePdf({ lines, fonts }: Page): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({ size: 'LETTER', margin: 0, info: { CreationDate: new Date(0) } });
  const pieces: Buffer[] = [];
  document.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = once(document, 'end');
  for (const { x, y, size, font, text } of lines)
    document
      .font(fonts[font])
      .fontSize(size)
      .text(toLatin(text), x, pageHeight - y, { baseline: 'alphabetic', lineBreak: false });
  document.end();
  await ended;
  return Buffer.concat(pieces);
}

/** Returns a resume, in one of several layouts and typefaces. */
export function createResume(rng: Rng, author: Author): Page {
  const fonts = rng.pick(typefaces);
  const size = fonts.plain === 'Courier' ? 9 : 11;
  const all = listSections(rng, author);
  const centered = rng.happens(0.4);
  const left = centered ? Math.round(306 - author.name.length * 5.5) : 72;
  const head: PdfLine[] = [
    { x: left, y: 720, size: 20, font: 'bold', text: author.name },
    { x: left, y: 702, size, font: 'plain', text: author.email },
  ];
  if (rng.happens(0.4)) {
    const aside = all.filter(({ title }) => title === 'Skills' || title === 'Education');
    const main = all.filter((section) => !aside.includes(section));
    return {
      lines: [...head, ...setColumn(main, 72, 670, size), ...setColumn(aside, 360, 670, size)],
      fonts,
    };
  }
  const order = rng.happens(0.5) ? all : [all[3]!, ...all.slice(0, 3)];
  return { lines: [...head, ...setColumn(order, 72, 670, size)], fonts };
}

export function createPitchDeck(rng: Rng, author: Author): Page {
  const lines = [
    'The problem: nobody has the time.',
    `Our answer: ${author.achievements[0]?.toLowerCase()}, for everybody.`,
    `Why us: ${author.skills.slice(0, 3).join(', ')}.`,
    `We ask for ${50 + rng.int(20) * 10},000 dollars.`,
  ];
  const body = lines.map(
    (text, index): PdfLine => ({ x: 72, y: 560 - index * 60, size: 18, font: 'plain', text }),
  );
  const title: PdfLine = {
    x: 72,
    y: 650,
    size: 36,
    font: 'bold',
    text: `${author.name.split(' ')[0]} & friends`,
  };
  return { lines: [title, ...body], fonts: rng.pick(typefaces) };
}
