import { describe, expect, test } from 'vitest';
import { SearchEngine } from './engine.ts';
import { findEvidence } from './evidence.ts';
import { majors } from './majors.ts';

const engine = new SearchEngine({
  eventDate: '2025-09-20',
  tracks: ['Hacker Track', 'Clozyt Track', 'Startup Track'],
});

/** What a query was understood as, in names. */
function understood(text: string) {
  const query = engine.parse(text);
  const concept = (at: number) => engine.thesaurus.concepts[at]!.id;
  return {
    facets: query.facets.map((facet) => facet.concepts.map(concept).join('+') || facet.label),
    years: query.years,
    majors: query.majors.map((at) => majors[at]!.id),
    tracks: query.tracks,
    first: query.firstHackathon,
    not: [
      ...query.not.concepts.map(concept),
      ...query.not.names.map(({ label }) => `name ${label}`),
      ...query.not.majors.map((at) => `major ${majors[at]!.id}`),
      ...query.not.years.map((year) => `year ${year}`),
      ...query.not.tracks,
    ],
    corrections: query.corrections.map(({ from, to }) => `${from} → ${to}`),
  };
}

test('every topic has a name', () =>
  expect(engine.thesaurus.concepts.filter(({ label }) => !label)).toEqual([]));

test.each([
  ['pulls prices off web pages', true],
  ['alters thrift store jackets', true],
  ['curtains fade quickly near windows', false],
  ['web pages are where my curtains fade', false],
])('what somebody does is asked for: %s', (text, expected) =>
  expect(engine.parse(text).understood).toBe(expected),
);

describe('spelling', () => {
  test.each([
    ['pyhton and javascirpt', ['pyhton → python', 'javascirpt → javascript']],
    ['micorcontrollers', ['micorcontrollers → microcontrollers']],
    ['grafics programing', ['grafics → graphics']],
    ['fotoshop', ['fotoshop → photoshop']],
    ['embeded systems', ['embeded → embedded']],
    // Two words are equally near; one makes a term with its neighbor.
    ['computer visio', ['visio → vision']],
    ['grafic desing', ['grafic → graphic', 'desing → design']],
    // Two words are equally near; one has the same letters.
    ['desing', ['desing → design']],
    // "Manage" keeps its e before "ment".
    ['project managment', ['managment → management']],
    ['labelled and modelling', []],
    ['machinelearning', ['machinelearning → machine learning']],
    ['climat', ['climat → climate']],
    // The first letter is another or missing, of long words only.
    ['tobotics and lectronics', ['tobotics → robotics', 'lectronics → electronics']],
    // A word of four letters is near to many, unless one makes a term with its neighbor.
    ['fopd bank', ['fopd → food']],
  ])('%s', (text, corrections) => expect(understood(text).corrections).toEqual(corrections));

  test.each([
    'somebody who enjoys talking to hospital patients',
    'a person who personally cares about farms and harvest',
    'third year student with strong writing',
    "who isn't shaking before a crowd, minus freshmen",
    'people that ride bikes, weekend hikers, stubborn debaters',
  ])('ordinary words are left alone: %s', (text) => expect(understood(text).corrections).toEqual([]));

  test('unknown words stay as they are and ask for nothing', () =>
    expect(understood('qzxwv')).toMatchObject({ facets: [], corrections: [] }));
});

describe('years', () => {
  test.each<[string, number[]]>([
    ['sophomores', [2]],
    ['3rd yr web developers', [3]],
    ['first or second year designers', [1, 2]],
    ['class of 2027', [3]],
    ["class of '26", [4]],
    ['2028 grads', [2]],
    ['graduating in 2026', [4]],
    ['grad students', [5, 6]],
    ['second-year PhD student', [6]],
    ['underclassmen', [1, 2]],
    ['B.Tech students', [1, 2, 3, 4]],
    ['senior developer with Java', []],
    ['won second place at a competition', []],
  ])('%s', (text, years) => expect(understood(text).years.toSorted()).toEqual(years));
});

describe('majors and tracks', () => {
  test.each<[string, string[]]>([
    ['electrical engineering students', ['ee']],
    ['EE majors who write firmware', ['ee']],
    ['studying biology', ['bio']],
    ['who study nursing or public health', ['nursing', 'health']],
    ['EECS juniors', ['cs', 'ee']],
    ['cs/math double majors', ['cs', 'math']],
    ['ME seniors', ['me']],
    ['me and my team', []],
    ['is it possible to find designers', []],
    ['cloud computing', []],
    ['ships embedded code', []],
  ])('%s', (text, ids) => expect(understood(text).majors).toEqual(ids));

  test('a skill keeps its meaning beside a year', () =>
    expect(understood('junior in graphic design')).toMatchObject({ years: [3] }));

  test('a track is named with the word track', () => {
    expect(understood('hackers in the startup track').tracks).toEqual(['Startup Track']);
    expect(understood('wants to found a startup').tracks).toEqual([]);
  });

  test('first hackathon', () => {
    expect(understood('never been to a hackathon').first).toBe(true);
    expect(understood('won a hackathon').first).toBe(false);
  });
});

describe('exclusions', () => {
  test.each<[string, string[]]>([
    ['backend people, not Java', ['java']],
    ['designers who are not computer science majors', ['major cs']],
    ['data people except seniors', ['year 4']],
    ['electrical engineers not in the Startup Track', ['Startup Track']],
    ['Python without Django', ['django']],
    ['no-code builders', []],
    ['anybody but CS majors who can design', ['major cs']],
    ['grad students not in CS', ['major cs']],
    ['non-CS majors', ['major cs']],
    ['nothing to do with machine learning', ['ml']],
    ['marketing people w/o Excel', ['excel']],
    ['data people without Tableau', ['name Tableau']],
    ['embedded people, no Arduino', ['arduino']],
  ])('%s', (text, not) => expect(understood(text).not).toEqual(expect.arrayContaining(not)));

  test('a relative clause after an excluded track is asked for', () =>
    expect(understood('people not on the Hacker Track who know Figma')).toMatchObject({
      facets: ['figma'],
      not: ['Hacker Track'],
    }));

  test.each([
    'we are two backend people who need a designer',
    'our team lacks a designer',
    'What we lack is a designer',
    "we don't have a designer",
    'none of us is a designer',
    'our site looks dull because we have no designer',
    "I'm looking for a designer",
  ])('who asks is not who is asked for: %s', (text) =>
    expect(understood(text)).toMatchObject({ facets: ['design'], not: [] }),
  );

  test('what is to be found lacks what is excluded', () =>
    expect(understood('people who lack experience with Java').not).toEqual(['java']));

  test.each<[string, string[], string[]]>([
    ['people who cannot see well', ['accessibility'], []],
    ['cars without drivers', ['autonomy'], []],
    ['Swift and not Java', ['swift_lang'], ['java']],
    ['designers without coding', ['design'], ['software']],
  ])('a word like "not" within a term excludes nothing: %s', (text, facets, not) =>
    expect(understood(text)).toMatchObject({ facets, not }),
  );

  test('an excluded name excludes who has it, not everybody with such tools', () => {
    const site = new SearchEngine({ eventDate: '2025-09-20', tracks: [] });
    const told = (id: string, tool: string) =>
      site.put({
        id,
        major: '',
        track: '',
        status: 'pending',
        whyJoin: `Made ${tool} dashboards.`,
        resumeText: '',
      });
    told('tableau', 'Tableau');
    told('other', 'Power BI');
    expect(site.search('dashboards without Tableau').ranked.map(({ id }) => id)).toEqual(['other']);
  });

  test('an excluded child leaves its parent', () => {
    const { facets, not } = understood('frontend developer, not React');
    expect(facets).toContain('frontend');
    expect(not).toContain('react');
    expect(not).not.toContain('frontend');
  });

  test.each([
    ['non-technical founders', 'startup'],
    ['non-smoking drone pilots', 'drone'],
    ['non-profit volunteers', 'volunteer'],
  ])('only the word itself: %s', (text, wanted) => {
    expect(understood(text).facets.join(' ')).toContain(wanted);
    expect(understood(text).not).toEqual([]);
  });

  test('an excluded part does not exclude the whole', () =>
    expect(understood('security but no CTF people')).toMatchObject({
      facets: ['security'],
      not: ['name CTF'],
    }));

  test('a verb is not the name of a language', () => {
    expect(understood('cloud servers, they must not go down').not).toEqual([]);
    expect(understood('cloud servers, not go').not).toEqual(['golang']);
  });

  test('a manner is not an exclusion', () =>
    expect(understood('puts an app on both phones without writing it twice').not).toEqual([]));

  test('what follows "but" is asked for again', () => {
    const { facets, not } = understood('not machine learning but robotics');
    expect(facets).toEqual(['robotics']);
    expect(not).toEqual(['ml']);
  });

  test('a wide concept that was asked for beside its child keeps its weight', () => {
    const { facets } = engine.parse('firmware and electronics');
    expect(facets.map((facet) => facet.weight)).toEqual([1, 1]);
  });
});

describe('similar words', () => {
  test.each([
    ['a person who cares', 'recsys'],
    ['embedded systems', 'search_ir'],
    ['go where the music is', 'golang'],
  ])('%s is not %s', (text, concept) => expect(understood(text).facets.join(' ')).not.toContain(concept));
});

describe('parts of a question', () => {
  test.each<[string, string[]]>([
    ['marketing and data', ['marketing', 'data_science']],
    ['drones for accessibility', ['drone', 'accessibility']],
    ['apps for farmers', ['mobile', 'agri']],
    ['robotics with a talent for marketing', ['robotics', 'marketing']],
    ['guessing the future with a computer', ['forecasting']],
  ])('%s', (text, facets) => expect(understood(text).facets).toEqual(facets));

  test('who asks is no major, and what does not matter is no condition', () => {
    expect(understood('Please show me students who know robotics').majors).toEqual([]);
    expect(understood('Robotics people. I do not mind which of the seniors').years).toEqual([]);
  });

  test('what was needed weighs more than a reason and what would be nice', () => {
    const text =
      'A farm sponsors our prize. Find somebody who knows robotics, because the mayor loves drones, ideally with statistics.';
    const weights = engine.parse(text).facets.map(({ label, weight }) => [label, weight]);
    expect(Object.fromEntries(weights)).toMatchObject({ robotics: 1, drones: 0.5, statistics: 0.75 });
  });
});

describe('what is asked for, beside its terms', () => {
  test.each<[string, string[]]>([
    ['writes the instructions nobody reads', []],
    ['game makers, but nobody who uses Unity', ['unity']],
    ['systems people who never complain. They know containers', []],
  ])('%s', (text, not) => expect(understood(text).not).toEqual(not));

  test('a name that is a skill as well as a major may be either', () => {
    const skills = (text: string) =>
      engine.parse(text).majorSkills.map((at) => engine.thesaurus.concepts[at]!.id);
    expect(skills('PhD students in machine learning')).toEqual(['ml']);
    expect(skills('statistics majors')).toEqual([]);
  });

  test.each<[string, boolean]>([
    ['runs a company', true],
    ['who runs a company', true],
    ['gives their code away for free', true],
    ['the company ran away', false],
    ['can penguins fly', false],
    ['can you lend me ten dollars', false],
    ['who let the dogs out', false],
    ['who won the match yesterday', false],
    ['who won a hackathon', true],
    ['who was a tutor', true],
  ])('by its grammar %s is a request for people: %s', (text, expected) =>
    expect(engine.parse(text).understood).toBe(expected),
  );

  test('a clause of the same gist is found below the name of the skill, as partial evidence', () => {
    const search = new SearchEngine({ eventDate: '2025-09-20', tracks: [] });
    const apply = (id: string, line: string) =>
      search.put({
        id,
        major: '',
        track: '',
        status: 'pending',
        whyJoin: '',
        resumeText: `PROJECTS\n- ${line}`,
      });
    apply('named', 'Ran the 3D printers of the library');
    apply('told', 'Watched the nozzle melt forty shields');
    apply('other', 'Baked pastries at dawn for a cafe');
    const { query, ranked } = search.search('3D printing');
    expect(ranked.map(({ id }) => id)).toEqual(['named', 'told']);
    const [evidence] = findEvidence(query, search.profile('told')!, search.thesaurus);
    expect(evidence).toMatchObject({ state: 'partial', quote: 'Watched the nozzle melt forty shields' });
  });
});

describe('gists', () => {
  test.each([
    ['machine learning but no computer vision', 'ml'],
    ['robotics people who are not first-years', 'robotics'],
    ['people into finance', 'finance'],
  ])('a part that is a name is about what it names: %s', (text, concept) => {
    const { shares } = engine.parse(text).gists[0]!;
    expect(engine.thesaurus.concepts[shares.indexOf(Math.max(...shares))]!.id).toBe(concept);
  });
});
