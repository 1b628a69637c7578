import { glyphShift, type PageRecipe, pdfOfPages } from './pdf-pages.ts';

/** Whose resume is laid out. */
export interface PdfPerson {
  name: string;
  email: string;
  phone: string;
  /** Where their pages are: written without `https://` where a layout does so. */
  links: readonly string[];
  skills: readonly string[];
}

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&');
const at = (x: number, y: number, text: string, { font = 'F1', size = 10 } = {}) =>
  `BT /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped(text)}) Tj ET`;

/** Lines below each other from a place on. */
const column = (x: number, y: number, lines: readonly string[], options = {}) =>
  lines.map((line, row) => at(x, y - row * 14, line, options)).join('\n');

const bare = (links: readonly string[]) => links.map((link) => link.replace('https://', ''));
const education = ['EDUCATION', 'Tonto Valley University, BS, expected May 2027'];
const work = ['EXPERIENCE', 'Orchard Labs, summer helper', 'Sorted samples and kept the log'];
const contact = ({ email, phone, links }: PdfPerson) => [email, phone, ...bare(links)];
const list = ({ skills }: PdfPerson, between = ', ') => skills.join(between);
const single = (owner: PdfPerson, skills: readonly string[], head = contact(owner)) =>
  column(72, 730, [owner.name, ...head, ...education, ...work, ...skills]);
const onePage = (content: string, more: Partial<PageRecipe> = {}) => pdfOfPages([{ content, ...more }]);

/** Kerned text: gaps between words are movements, not blanks. */
const kerned = (x: number, y: number, text: string) =>
  `BT /F1 10 Tf 1 0 0 1 ${x} ${y} Tm [${text
    .split(' ')
    .map((word) => `(${escaped(word)})`)
    .join(' -280 ')}] TJ ET`;

const letterByLetter = (x: number, y: number, text: string) =>
  [...text].map((letter, index) => at(x + index * 6, y, letter, { font: 'F5' })).join('\n');

const glyphs = (x: number, y: number, text: string) =>
  `BT /F4 10 Tf 1 0 0 1 ${x} ${y} Tm <${[...text]
    .map((letter) => (letter.charCodeAt(0) - glyphShift).toString(16).padStart(4, '0'))
    .join('')}> Tj ET`;

const rows = (lines: readonly string[], draw: (x: number, y: number, text: string) => string) =>
  lines.map((line, row) => draw(72, 730 - row * 15, line)).join('\n');

const half = (owner: PdfPerson) => Math.ceil(owner.skills.length / 2);
const categories = (owner: PdfPerson) => [
  'Technical Skills',
  `Languages: ${owner.skills.slice(0, half(owner)).join(', ')}`,
  `Tools: ${owner.skills.slice(half(owner)).join(', ')}`,
];

/** Ways in which people lay out their resumes, by name. */
export const pdfLayouts: Record<string, (owner: PdfPerson) => Buffer> = {
  'one column': (owner) => onePage(single(owner, ['SKILLS', list(owner)])),
  'header with bars': (owner) =>
    onePage(single(owner, ['Skills', list(owner)], [contact(owner).join(' | ')])),
  'sidebar first': (owner) =>
    onePage(
      `${column(40, 740, ['CONTACT', ...contact(owner), 'SKILLS', ...owner.skills], { size: 9 })}\n${column(260, 740, [owner.name, ...education, ...work])}`,
    ),
  'sidebar row by row': (owner) => {
    const left = [...contact(owner), 'SKILLS', ...owner.skills];
    const right = [
      owner.name,
      ...work,
      'PROJECTS',
      'Built a bird feeder that weighs its guests',
      ...education,
    ];
    const both = left.map((line, row) =>
      [at(40, 740 - row * 14, line, { size: 9 }), right[row] ? at(300, 740 - row * 14, right[row]) : ''].join(
        '\n',
      ),
    );
    return onePage(both.join('\n'));
  },
  'table of skills': (owner) => {
    const cells = owner.skills.map((skill, index) =>
      at(72 + (index % 3) * 160, 480 - Math.floor(index / 3) * 16, skill),
    );
    return onePage(
      `${single(owner, [])}\n${at(72, 510, 'SKILLS', { font: 'F2', size: 12 })}\n${cells.join('\n')}`,
    );
  },
  bullets: (owner) => onePage(single(owner, ['Skills', ...owner.skills.map((skill) => `\x95 ${skill}`)])),
  'kerned words': (owner) =>
    onePage(rows([owner.name, ...contact(owner), ...education, 'SKILLS', list(owner)], kerned)),
  'letter by letter': (owner) =>
    onePage(
      rows(
        [
          owner.name,
          ...contact(owner),
          'SKILLS',
          owner.skills.slice(0, half(owner)).join(', '),
          owner.skills.slice(half(owner)).join(', '),
        ],
        letterByLetter,
      ),
    ),
  'spaced headings': (owner) =>
    onePage(single(owner, ['S K I L L S', list(owner)], [contact(owner).join('  ')])),
  compressed: (owner) =>
    pdfOfPages([{ content: single(owner, ['SKILLS:', list(owner)]) }], { compress: true }),
  'links behind words': (owner) =>
    onePage(
      single(owner, ['SKILLS', list(owner)], [`${owner.email} ${owner.phone}`, 'GitHub LinkedIn Website']),
      {
        links: owner.links,
      },
    ),
  'two pages': (owner) =>
    pdfOfPages([
      { content: single(owner, []) },
      { content: column(72, 730, ['SKILLS', list(owner), 'INTERESTS', 'Long walks']) },
    ]),
  'skills by kind': (owner) => onePage(single(owner, categories(owner))),
  'contacts at the foot': (owner) =>
    onePage(
      `${column(72, 740, [owner.name, ...work, ...work, ...education, 'SKILLS', list(owner)])}\n${at(72, 40, contact(owner).join('  |  '), { size: 8 })}`,
    ),
  'labelled contacts': (owner) =>
    onePage(
      single(
        owner,
        ['Key Skills', list(owner, ' / ')],
        [`Email: ${owner.email}`, `Phone: ${owner.phone}`, ...owner.links.map((link) => `Link: ${link}`)],
      ),
    ),
  'broken words': (owner) => {
    const long = owner.skills.findIndex((skill) => /^[a-z]{8,}$/i.test(skill));
    const written = owner.skills.map((skill, index) =>
      index === long ? `${skill.slice(0, 4)}-\n${skill.slice(4)}` : skill,
    );
    return onePage(single(owner, ['SKILLS', ...written.join(', ').split('\n')]));
  },
  'a ligature font': (owner) => {
    const set = (x: number, y: number, text: string) =>
      at(x, y, text.replaceAll('fi', '\x01').replaceAll('fl', '\x02'), { font: 'F3' });
    return onePage(rows([owner.name, ...contact(owner), ...education, 'SKILLS', list(owner)], set));
  },
  'glyph numbers': (owner) =>
    onePage(rows([owner.name, ...contact(owner), ...education, 'SKILLS', list(owner)], glyphs)),
  'scaled and on its side': (owner) =>
    onePage(
      rows(
        [owner.name, ...contact(owner), 'TECHNOLOGIES', list(owner), ...work],
        (x, y, text) => `BT /F1 1 Tf 10 0 0 10 ${x} ${y - 230} Tm (${escaped(text)}) Tj ET`,
      ),
      { size: [792, 612] },
    ),
  'dots between, date at the right': (owner) =>
    onePage(
      [
        at(200, 740, owner.name, { font: 'F2', size: 16 }),
        at(72, 722, contact(owner).join(' \xb7 '), { size: 8 }),
        at(72, 690, 'Experience', { font: 'F2' }),
        at(72, 675, 'Orchard Labs'),
        at(460, 675, 'Jun 2024 - Aug 2024'),
        at(72, 640, 'Core Competencies', { font: 'F2' }),
        at(72, 625, list(owner, ' \xb7 ')),
      ].join('\n'),
    ),
};
