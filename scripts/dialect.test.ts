import { expect, test } from 'vitest';
import { sources } from './source-tree.ts';

// Words that this project once used in a sense of its own, and what to say instead.
const plainWords: Record<string, string> = {
  hearer: 'subscriber',
  hearers: 'subscribers',
  news: 'notification',
  papers: 'documents',
  chance: 'rng, probability',
  deed: 'action',
  deeds: 'actions',
  seize: 'acquire',
  hall: 'judging administration',
  house: 'architecture',
  door: 'check-in',
  gathered: 'batched',
  paced: 'throttled',
  standing: 'status',
  organiser: 'admin in code, organizer in sentences',
  organisers: 'organizers',
  colour: 'color',
  behaviour: 'behavior',
  neighbour: 'neighbor',
  neighbours: 'neighbors',
  centre: 'center',
  grey: 'gray',
  millimetres: 'millimeters',
  towards: 'toward',
};
// Plain in a sentence, but not as a name.
const plainNames: Record<string, string> = {
  looks: 'classes, variants',
  kept: 'stored, cached, passed',
  told: 'notified',
  misses: 'failures',
  away: 'unavailable',
  room: 'space',
};
const oldPhrases = /\b(the house|the own|let help|take over|hand in|keep score|burn codes|forget kept)\b/;

/** A comment, or anything in quotes or slashes, which is skipped. */
const parts =
  /(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

/** Returns a source's comments and its code without strings, lowercased; "camelCase" is two words. */
function splitSource(source: string): { comments: string; code: string } {
  const comments: string[] = [];
  const code = source.replace(parts, (_text, comment?: string) => {
    if (comment) comments.push(comment.replace(/`[^`]*`|'[^']*'/g, ' '));
    return ' ';
  });
  const toWords = (text: string) => text.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return { comments: toWords(comments.join(' ')), code: toWords(code) };
}

// What the specification, stored data, addresses of earlier versions and the vocabulary of the search call so.
const allowed: Record<string, readonly string[]> = {
  'contract/judging.ts': ['chance'],
  'server/check-in/conflicts.service.ts': ['kept'],
  'server/judging/adjusted-view.ts': ['chance'],
  'server/judging/oracle.ts': ['chance'],
  'server/search/facts.ts': ['centre'],
  'server/search/segments.ts': ['away'],
  'server/search/stem.ts': ['kept'],
  'web/check-in/use-settings.ts': ['door'],
  'web/score-review/adjusted-view.tsx': ['chance'],
  'web/sign-in/printed-link.ts': ['organiser'],
};

test('identifiers and comments use the words of the field', () => {
  const product = [...sources].filter(([file]) => !/\.test\.tsx?$|^e2e\/|^server\/testing\//.test(file));
  const found = product.flatMap(([file, source]) => {
    const { comments, code } = splitSource(source);
    const has = (text: string) => (word: string) => new RegExp(`\\b${word}\\b`).test(text);
    const words = [
      ...Object.keys(plainWords).filter(has(`${code} ${comments}`)),
      ...Object.keys(plainNames).filter(has(code)),
      ...(oldPhrases.exec(`${code} ${comments}`) ?? []).slice(0, 1),
    ];
    return words
      .filter((word) => !allowed[file]?.includes(word))
      .map((word) => `${file}: ${word} → ${plainWords[word] ?? plainNames[word]}`);
  });
  expect(found).toEqual([]);
});

test('a name that a comment cites exists', () => {
  const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
  const existing = new Set(
    [...sources.values()].flatMap((text) => text.replace(comments, '').match(/\w+/g) ?? []),
  );
  const cited = [...sources].flatMap(([file, text]) =>
    (text.match(comments) ?? []).flatMap((comment) =>
      [...comment.matchAll(/`([a-z]\w*[A-Z]\w*)`/g)].map(([, name = '']) => ({ file, name })),
    ),
  );
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(({ name }) => !existing.has(name))).toEqual([]);
});
