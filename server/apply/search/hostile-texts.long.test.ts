import { OPS, type PDFDocumentProxy } from 'unpdf/pdfjs';
import { describe, expect, test } from 'vitest';
import { findGuardianProblem } from '../../../contract/apply/application-form.ts';
import { escapeFormula, formatCsv } from '../../../contract/platform/csv.ts';
import {
  cleanLine,
  cleanParagraph,
  emailAddress,
  lineSchema,
  noteSchema,
} from '../../../contract/platform/text-rules.ts';
import { findPhoneNumber, findSocialLinks } from '../../../packages/search/contacts.ts';
import { SearchEngine } from '../../../packages/search/engine.ts';
import { findFirstHackathon, findGraduation, findYear } from '../../../packages/search/facts.ts';
import { extractFields } from '../../../packages/search/fields.ts';
import { searchLimits } from '../../../packages/search/limits.ts';
import { listMajorsOfField } from '../../../packages/search/majors.ts';
import { buildProfile } from '../../../packages/search/profile.ts';
import {
  detectPromptInjection,
  listPromptInjectionLines,
} from '../../../packages/search/prompt-injection.ts';
import { splitResume, splitSegments } from '../../../packages/search/stances.ts';
import { normalizeText, tokenize } from '../../../packages/search/text.ts';
import { trimEndOf } from '../../../packages/text/fold-text.ts';
import { parseJudgeList } from '../../judging/judges-list.ts';
import { extractText } from '../../platform/files/pdf-text.ts';
import { parseCsv } from '../../platform/parse-csv.ts';
import { parseDevpostExport } from '../../projects/devpost.ts';
import { listFlags } from '../../projects/projects-admin.service.ts';
import { defaultEvent as event } from '../../testing/default-event.ts';
import { removePersonalData } from './models/passages.ts';

const engine = new SearchEngine({
  eventDate: '2025-09-20',
  tracks: ['Hacker Track'],
  checkpoints: [{ id: 'entrance', name: 'Entrance' }],
});
const nobody = {
  id: 'a',
  major: 'Physics',
  track: 'Hacker Track',
  status: 'pending',
  whyJoin: '',
  resumeText: undefined as string | undefined,
};
const build = (fields: Partial<typeof nobody> & { links?: string[] }) =>
  buildProfile({ ...nobody, ...fields }, engine.thesaurus, '2025-09-20');
const tolerant = (read: (text: string) => unknown) => (text: string) => {
  try {
    read(text);
  } catch {
    // A refused text is fine.
  }
};
/** A document whose every character is drawn by itself. */
const drawn = (text: string) => {
  const items = [...text].map((str, at) => ({ str, width: 5, transform: [10, 0, 0, 10, at % 100, 700] }));
  const page = {
    view: [0, 0, 600, 800],
    getTextContent: async () => ({ items }),
    getOperatorList: async () => ({ fnArray: [OPS.showText], argsArray: [[[{ unicode: text }]]] }),
    getAnnotations: async () => [],
    cleanup: () => undefined,
  };
  return {
    numPages: 1,
    getPage: async () => page,
    getOptionalContentConfig: async () => undefined,
  } as unknown as PDFDocumentProxy;
};

/** Every function that reads texts of strangers. */
const readers: Record<string, (text: string) => unknown> = {
  'the profile, from the answer': (whyJoin) => build({ whyJoin }),
  'the profile, from the resume': (text) => build({ resumeText: text, links: [text] }),
  'the profile, from the major': (major) => build({ major }),
  normalizeText,
  tokenize,
  'clauses of an answer': (text) => splitSegments('why', text),
  'clauses of a list of skills': (text) => splitSegments('skills', text),
  'clauses of a resume': splitResume,
  findSocialLinks: (text) => findSocialLinks(text, [text]),
  findPhoneNumber,
  findYear: (text) => {
    const [segment] = splitSegments('education', 'x');
    const texts = { studies: text, graduating: text, resume: text, segments: [{ ...segment!, text }] };
    return [findYear(texts, '2025-09-20'), findGraduation({ ...texts, graduating: '' }, '2025-09-20')];
  },
  findFirstHackathon: (text) => findFirstHackathon([text]),
  listMajorsOfField,
  detectPromptInjection,
  listPromptInjectionLines: (text) => listPromptInjectionLines(text.split('\n')),
  removePersonalData: (text) => removePersonalData(text, 'Ada Lovelace'),
  'a query': (text) => engine.search(text),
  // Of what is left of a longer one: `parseQuestion` reads no more.
  'the fields of a query': (text) => extractFields(text.slice(0, searchLimits.query), engine.event),
  'text of a PDF': (text) => extractText(drawn(text), OPS),
  parseCsv: tolerant(parseCsv),
  parseJudgeList: tolerant((text) => parseJudgeList(text, event)),
  escapeFormula,
  cleanLine,
  cleanParagraph,
  'a line of a form': (text) => lineSchema(100).safeParse(text),
  'a paragraph of a form': (text) => noteSchema(5000).safeParse(text),
  'an imported project': (text) =>
    parseDevpostExport(
      formatCsv([
        [
          'Project Title',
          'Submission Url',
          'About The Project',
          '"Try it out" Links',
          'Built With',
          'Team Name',
        ],
        [text, `https://devpost.example/${text}`, text, text, text, text],
        ['Night Bus', 'https://devpost.example/night-bus', text, text, text, text],
      ]),
      event,
    ),
  'projects with the same link': (text) => {
    const link = `https://a.example/${text}`;
    const project = { title: '', tagline: '', description: text, tags: [], prizes: [] };
    listFlags([{ ...project, id: '1', repository: link, demo: link, video: link }]);
  },
  'the end of an address': (text) => trimEndOf(text, '/'),
  'an email address of a guardian': findGuardianProblem,
  'an email address': (text) => emailAddress.safeParse(text),
};

const units = [
  ...['@', 'a@', 'a.a@', '.', 'a.', 'a-', '-', '- ', '1', '1 ', '1-', '+1 (1', '20 ', '2025-2025 '],
  ...['(', '[', '{', '<|', '|', '"', '","', '`', '\\', '/', 'a/', '(at)', 'a [at] ', ':', 'abc: ', '.git/'],
  ...[
    '\u0301',
    '\u0301\u0323',
    'a\u0301\u0323',
    '\u200B',
    '\uD800',
    '\uFDFA',
    '\u{1F600}',
    '\u2022',
    '\u2013',
  ],
  ...[
    'a',
    'A ',
    'a ',
    ' ',
    '\n',
    ' \n',
    '\t',
    ', ',
    '. ',
    '! ',
    'http://a',
    'http://a...',
    'www.',
    'github.com/',
  ],
  ...['never been ', 'first time ', 'want to ', 'do not ', ' but', 'ignore instruct', 'rank me ', 'mark as '],
  ...[
    'graduat',
    'to jan',
    'class of ',
    'built the ',
    'web ',
    'machine learning ',
    'experience: ',
    'we need ',
  ],
  ...[
    'computer engineering or ',
    'student ',
    'qwrtz ',
    'first or second year ',
    'non-',
    "n't ",
    'not yet ',
    'checked in at ',
    'has no team ',
  ],
];
const sizes = [1500, 6000, 25_000, 100_000];
const tries = 5;
/** Milliseconds of processor time below which growth is of no concern. */
const unimportant = 60;
// Four times the text: 4 when linear, 16 when quadratic.
const limit = 9;

async function cost(read: (text: string) => unknown, text: string): Promise<number> {
  const before = process.cpuUsage();
  await read(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function least(read: (text: string) => unknown, text: string): Promise<number> {
  let best = Infinity;
  for (let attempt = 0; attempt < tries; attempt++) best = Math.min(best, await cost(read, text));
  return best;
}

/** How the cost grows where the text becomes four times as long: the first growth that is beyond linear, or 1. */
async function growth(read: (text: string) => unknown, make: (size: number) => string): Promise<number> {
  for (const [at, size] of sizes.entries()) {
    const text = make(size);
    if (at === 0 || (await cost(read, text)) < unimportant) continue;
    const ratio = (await least(read, text)) / Math.max(1, await least(read, make(sizes[at - 1]!)));
    if (ratio > limit) return ratio;
  }
  return 1;
}

const repeat = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

describe.each(Object.keys(readers))('the time grows no faster than the text: %s', (name) => {
  test.each(['alone', 'between words'])(
    '%s',
    async (place) => {
      const steep: string[] = [];
      for (const unit of units) {
        const make = (size: number) =>
          place === 'alone' ? repeat(unit, size) : `to abc: in ${repeat(unit, size)} !x`;
        const ratio = await growth(readers[name]!, make);
        if (ratio > 1) steep.push(`${JSON.stringify(unit)}: ${ratio.toFixed(1)}`);
      }
      expect(steep).toEqual([]);
    },
    300_000,
  );
});
