import { buffer } from 'node:stream/consumers';
import type { Rng } from './random.ts';
import words from './words.json' with { type: 'json' };

export interface Author {
  name: string;
  email: string;
  major: string;
  skills: string[];
  achievements: string[];
}

/** Draws a document of one page. What is random in it was drawn before. */
type Draw = (document: PDFKit.PDFDocument) => void;

// Fonts that every reader of PDFs has.
const typefaces = [
  { plain: 'Helvetica', bold: 'Helvetica-Bold' },
  { plain: 'Times-Roman', bold: 'Times-Bold' },
  { plain: 'Courier', bold: 'Courier-Bold' },
];

function listSections(rng: Rng, { major, skills, achievements }: Author) {
  const year = 2026 + rng.int(4);
  const jobs = rng.sample(words.places, 2).map((place, index) => `${place}, summer ${2025 - index}`);
  return [
    { title: 'Education', lines: [rng.pick(words.schools), `B.S. ${major}, expected May ${year}`] },
    {
      title: 'Experience',
      lines: jobs.flatMap((job, index) => [job, `- ${achievements[index % achievements.length]}`]),
    },
    { title: 'Projects', lines: achievements.map((achievement) => `- ${achievement}`) },
    { title: 'Skills', lines: [skills.slice(0, 4).join(', '), skills.slice(4).join(', ')].filter(Boolean) },
  ];
}

/** Removes accents that the fonts' encoding does not have. */
function toLatin(text: string): string {
  return [...text.replace(/ı/g, 'i')]
    .map((letter) => (letter.charCodeAt(0) < 256 ? letter : letter.normalize('NFD').replace(/\p{M}/gu, '')))
    .join('');
}

/** Returns a document as a PDF, US letter. The same content gives the same bytes. */
export async function writePdf(draw: Draw): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({ size: 'LETTER', margin: 72, info: { CreationDate: new Date(0) } });
  draw(document);
  document.end();
  return buffer(document);
}

/** Returns a resume, in one of several layouts and typefaces. */
export function createResume(rng: Rng, author: Author): Draw {
  const fonts = rng.pick(typefaces);
  const size = fonts.plain === 'Courier' ? 9 : 11;
  const all = listSections(rng, author);
  const align = rng.happens(0.4) ? 'center' : 'left';
  const hasAside = rng.happens(0.4);
  const sections = hasAside || rng.happens(0.5) ? all : [all[3]!, ...all.slice(0, 3)];
  const isAside = ({ title }: (typeof all)[number]) => hasAside && ['Skills', 'Education'].includes(title);
  return (document) => {
    document.font(fonts.bold).fontSize(20).text(toLatin(author.name), { align });
    document.font(fonts.plain).fontSize(size).text(author.email, { align });
    const top = document.y + 20;
    for (const [left, column] of [
      [72, sections.filter((section) => !isAside(section))],
      [360, sections.filter(isAside)],
    ] as const) {
      document.text('', left, top);
      for (const { title, lines } of column) {
        document
          .font(fonts.bold)
          .fontSize(size + 3)
          .text(title.toUpperCase());
        document
          .font(fonts.plain)
          .fontSize(size)
          .text(toLatin(lines.join('\n')), { lineGap: 3 })
          .moveDown();
      }
    }
  };
}

export function createPitchDeck(rng: Rng, author: Author): Draw {
  const lines = [
    'The problem: nobody has the time.',
    `Our answer: ${author.achievements[0]?.toLowerCase()}, for everybody.`,
    `Why us: ${author.skills.slice(0, 3).join(', ')}.`,
    `We ask for ${50 + rng.int(20) * 10},000 dollars.`,
  ];
  const fonts = rng.pick(typefaces);
  return (document) => {
    document
      .font(fonts.bold)
      .fontSize(36)
      .text(toLatin(`${author.name.split(' ')[0]} & friends`));
    document
      .font(fonts.plain)
      .fontSize(18)
      .moveDown()
      .text(toLatin(lines.join('\n')), { paragraphGap: 40 });
  };
}
