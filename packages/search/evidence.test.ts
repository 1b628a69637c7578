import { expect, test } from 'vitest';
import { SearchEngine } from './engine.ts';
import { findEvidence } from './evidence.ts';
import { listTimes } from './times.ts';

const engine = new SearchEngine({ eventDate: '2026-02-14', tracks: [], checkpoints: [] });
const tell = (id: string, whyJoin: string, resumeText = '') =>
  engine.put({ ...{ id, major: 'Art', track: '', status: 'pending' }, whyJoin, resumeText });
tell('winner', 'I won a hackathon in March.');
tell('meets', 'I would like to meet designers.');
tell('denies', 'Please no blockchain for me.');

function ask(text: string) {
  const { question, ranked, missing } = engine.search(text);
  const evidence = ranked.map((one) => findEvidence(question, one, engine.profile(one.id)!, engine.event));
  return { question, ranked, missing, evidence };
}

/** Lists who has half or more of a question. */
const listAbove = (text: string) =>
  ask(text)
    .ranked.filter(({ score }) => score >= 0.5)
    .map(({ id }) => id);

test('a name that nobody wrote is missing, and winning something else is less than half', () => {
  const { ranked, missing } = ask('who won HackSouth');
  expect(missing).toEqual(['HackSouth']);
  expect(ranked.filter(({ fits, score }) => fits || score >= 0.5)).toEqual([]);
});

test('winning one hackathon is not winning another, and half of a part is less than half', () => {
  tell('one', 'I won HackTX in 2024.');
  tell('other', 'I won first prize at HackMIT.');
  const { ranked } = ask('won HackTX');
  expect(ranked.filter(({ score }) => score >= 0.5).map(({ id }) => id)).toEqual(['one']);
});

test('what only belongs to the topic of a word that somebody wrote is less than half', () => {
  tell('unity', 'I make games with Unity.');
  tell('unreal', 'I make games with Unreal Engine.');
  const { ranked, evidence } = ask('knows Unity');
  expect(ranked.filter(({ score }) => score >= 0.5).map(({ id }) => id)).toEqual(['unity']);
  expect(evidence[1]![0]).toMatchObject({ state: 'partial', related: true });
});

test('whoever has much less of it than the best has less than half', () => {
  tell('potter', 'I taught pottery. I sell pottery.', 'Projects\nA kiln for pottery');
  tell('student', 'I taught pottery.');
  tell('course', '', 'Education\nPottery');
  const { ranked } = ask('pottery');
  expect(ranked.filter(({ score }) => score >= 0.5).map(({ id }) => id)).toEqual(['potter', 'student']);
  expect(ranked.filter(({ fits }) => fits).map(({ id }) => id)).toContain('course');
});

test('two names of one person ask for that person, and what somebody writes is asked for without the verb', () => {
  engine.put({
    ...{ id: 'named', name: 'Haskell Greene', major: 'Art', track: '', status: 'pending' },
    ...{ whyJoin: 'I draw maps.', resumeText: '' },
  });
  tell('functional', 'I have used Haskell for four years.');
  expect(listAbove('haskell greene')).toEqual(['named']);
  expect(listAbove('who can write haskell')).toEqual(['named', 'functional']);
  engine.remove('named');
});

test('a trait within a term is asked for, and everyday words are no evidence of a topic', () => {
  tell('contracts', 'I read contracts.');
  tell('optimism', 'My best trait is optimism. I mined salt.');
  const { question, ranked } = ask('smart contracts');
  expect(question.untold).toEqual([]);
  expect(ranked.filter(({ score }) => score >= 0.5)).toEqual([]);
  expect(ask('smart people').question.untold).toEqual(['smart']);
});

test('a part of two telling words is less than half for whoever has one of them', () => {
  tell('pot', 'I collect teapots. I sell teapots.', 'Projects\nTeapots');
  tell('bell', 'I polish bells. I polish cymbals.', 'Projects\nPolished spoons');
  const { ranked } = ask('polishes teapots');
  expect(ranked.map(({ id }) => id)).toEqual(expect.arrayContaining(['pot', 'bell']));
  expect(ranked.filter(({ score }) => score >= 0.5)).toEqual([]);
});

test('none that was won, and developers who are wanted, are no evidence', () => {
  tell('none', '', 'Awards\nHackathons won: 0');
  tell('wants', 'I want Kotlin developers.');
  for (const question of ['hackathons won', 'Kotlin developers']) {
    const { ranked } = ask(question);
    expect(ranked.filter(({ id, score }) => ['none', 'wants'].includes(id) && score >= 0.5)).toEqual([]);
  }
});

test('"Go" is a language among names of languages only, and whoever is self-taught has taught nobody', () => {
  tell('gopher', 'I write TypeScript, Go, Rust.');
  tell('goes', 'I go by train.');
  tell('self', 'I taught myself to swim.');
  tell('taught', 'I taught swimming.');
  expect(
    ask('knows Go')
      .ranked.filter(({ fits }) => fits)
      .map(({ id }) => id),
  ).toEqual(['gopher']);
  const [chef] = ask('chefs').question.parts[0]!.alternatives[0]!;
  expect(chef!.concepts.map((concept) => engine.thesaurus.concepts[concept]!.label)).not.toContain('DevOps');
  expect(ask('taught swimming').ranked[0]!.id).toBe('taught');
  expect(ask('has taught').ranked.filter(({ id, fits }) => id === 'self' && fits)).toEqual([]);
});

test('an answer to "First hackathon?" is read as it is asked', () => {
  const answer = (id: string, label: string, value: string) =>
    engine.put({
      ...{ id, major: 'Art', track: '', status: 'pending', whyJoin: '', resumeText: '' },
      answers: [{ label, value }],
    });
  answer('yes', 'First hackathon?', 'Yes');
  answer('no', 'First hackathon?', 'no, did HackUTA');
  answer('never', 'Been to a hackathon?', 'No');
  answer('second', 'First hackathon?', 'This is my second. At the first one we did not finish.');
  answer('online', 'First hackathon?', 'First in person. Did two online.');
  answer('sophomore', 'First hackathon?', 'yes, in my second year');
  const { ranked } = ask('first hackathon');
  const found = ranked.filter(({ score }) => score >= 0.5).map(({ id }) => id);
  expect(found).toEqual(expect.arrayContaining(['yes', 'never', 'sophomore']));
  for (const id of ['no', 'second', 'online']) expect(found).not.toContain(id);
});

test('law is no political science', () => {
  engine.put({
    ...{ id: 'jurist', major: 'Law', track: '', status: 'pending' },
    whyJoin: '',
    resumeText: '',
  });
  engine.put({
    ...{ id: 'diplomat', major: 'International Relations', track: '', status: 'pending' },
    whyJoin: '',
    resumeText: '',
  });
  expect(
    ask('law students')
      .ranked.filter(({ score }) => score >= 0.5)
      .map(({ id }) => id),
  ).toEqual(['jurist']);
});

test('who studies it is one: biologists, designers', () => {
  const study = (id: string, major: string) =>
    engine.put({ ...{ id, major, track: '', status: 'pending' }, whyJoin: '', resumeText: '' });
  study('cells', 'Biology');
  study('posters', 'Graphic Design');
  const eater = { id: 'eater', major: 'Art', track: '', status: 'pending', whyJoin: '', resumeText: '' };
  engine.put({ ...eater, dietaryRestrictions: 'no cilantro (genetics)' });
  expect(listAbove('biologists')).toEqual(['cells']);
  expect(listAbove('graphic designers')).toEqual(['posters']);
});

test('a wish is quoted, and called what it is', () => {
  const { ranked, evidence } = ask('wants to meet designers');
  expect(ranked[0]).toMatchObject({ id: 'meets', fits: true });
  expect(evidence[0]![0]).toMatchObject({ constraint: 'wants to meet designers', state: 'met' });
});

test('who denies what is excluded comes first, with the quote; the others have no sentence and less than half', () => {
  const { ranked, evidence } = ask('no blockchain');
  expect(ranked[0]!.id).toBe('denies');
  expect(evidence[0]![0]!.quote).toContain('no blockchain');
  expect(evidence[1]![0]).toMatchObject({ state: 'not found', quote: null });
  expect(ranked.slice(1).filter(({ score }) => score >= 0.5)).toEqual([]);
});

test('where somebody denies what is excluded, whoever does not mention it has less than half', () => {
  tell('again', 'My fourth hackathon, I want to finish the demo this time.');
  expect(listAbove('been to hackathons but never won')).toContain('again');
  tell('unlucky', 'This is my third hackathon. I have never won one.');
  expect(listAbove('been to hackathons but never won')).toEqual(['unlucky']);
});

test.each([
  ['someone not motivated', 'motivated'],
  ['who will win the hackathon', 'going to win the hackathon'],
  ['who is going to win', 'going to win'],
])('no text tells who is %s', (question, untold) => {
  expect(ask(question).question.untold).toEqual([untold]);
});

test('how old people say they are is a field, and quoted', () => {
  tell('young', "I'm 17 until March, is there a form?");
  tell('old', "I'm 45 with two boys and design at night.");
  tell('years', "I'm 17 years into carpentry.");
  tell('driver', '15 min drive, I bring my own chair.');
  expect(listAbove('under 18')).toEqual(['young']);
  expect(listAbove('older than 40')).toEqual(['old']);
  expect(listAbove('any minors?')).toEqual(['young']);
  expect(ask('minors').ranked.find(({ id }) => id === 'young')!.fields[0]!.quote).toContain(
    "I'm 17 until March",
  );
});

test('how many hackathons people have been to is a field: by number, by their turn, by names', () => {
  const attended = (id: string, value: string, whyJoin = '') =>
    engine.put({
      ...{ id, major: 'Art', track: '', status: 'pending', whyJoin, resumeText: '' },
      answers: [{ label: 'First hackathon?', value }],
    });
  attended('many', '7ish');
  attended('third', 'no, my third');
  attended('once', 'Nope');
  attended('names', '', 'Won HackRice, lost at TAMUhack and HackUTD, slept at RowdyHacks.');
  attended('never', 'Yes');
  const been = (question: string) =>
    ask(question)
      .ranked.filter(({ score }) => score >= 0.5)
      .map(({ id }) => id)
      .filter((id) => ['many', 'third', 'once', 'names', 'never'].includes(id))
      .toSorted();
  expect(been('been to 3+ hackathons')).toEqual(['many', 'names']);
  expect(been('been to 2 or more hackathons')).toEqual(['many', 'names', 'third']);
  expect(been('has been to hackathons')).toEqual(['many', 'names', 'once', 'third']);
});

test('a diet is found in any answer, and quoted', () => {
  const answers = [{ label: 'Anything else?', value: 'I am allergic to nuts.' }];
  engine.put({
    ...{ id: 'nuts', major: 'Art', track: '', status: 'pending' },
    whyJoin: '',
    resumeText: '',
    answers,
  });
  const { ranked, evidence } = ask('nut allergy');
  expect(ranked.filter(({ fits }) => fits).map(({ id }) => id)).toEqual(['nuts']);
  expect(evidence[0]![0]).toMatchObject({ state: 'met', quote: 'Anything else?: I am allergic to nuts.' });
});

test.each([
  'weaves carpets, not juggling',
  'The museum wants to show how carpets were made, so bring us people who weave carpets on a loom, not juggling',
])('what a question excludes is left out, however long it is: %s', (question) => {
  tell('weaver', 'I weave carpets on a loom.');
  tell('both', 'I weave carpets on a loom and juggle.');
  expect(ask(question).ranked.map(({ id }) => id)).toEqual(['weaver']);
});

test('"no" denies whatever follows it', () => {
  tell('none', 'No programming.');
  const quotes = ask('without programming').evidence.map(([told]) => told!.quote);
  expect(quotes).toContain('No programming.');
});

test('a quote goes on to the end of its sentence, so that a denial behind it is seen', () => {
  tell('iron', 'I can hold a soldering iron but never trust the joint.');
  const { evidence, ranked } = ask('soldering');
  const at = ranked.findIndex(({ id }) => id === 'iron');
  expect(evidence[at]![0]!.quote).toBe('I can hold a soldering iron but never trust the joint.');
});

test.each([
  ['doing a master’s', 'major', { major: 'Robotics (MSc)' }],
  ['high school students', 'why', { whyJoin: "I'm a senior in high school." }],
  ['size 3XL', 'size', { tShirtSize: 'XXXL' }],
  ['Kovalchik', 'name', { name: 'Tomasz Kowalczyk' }],
  ['julia from emory', 'school', { name: 'Julia Brandt', resumeText: 'Emory University' }],
  ['been to hackathons', 'hackathon', { whyJoin: 'We built a kiln controller at TreeHacks.' }],
  ["doesn't eat dairy", 'food', { dietaryRestrictions: 'lactose intolerant' }],
  ['post gres', 'words', { resumeText: 'Skills: Postgres' }],
  ['at least five years of experience', 'work', { whyJoin: 'I worked as a nurse for 19 years.' }],
  ['had a whole other career before', 'job', { resumeText: 'School principal 2014-2022' }],
  ['career changers', 'years of a job', { whyJoin: 'I was a cook for ten years.' }],
  ['gets in late on friday', 'time', { whyJoin: 'My bus arrives Fri 23:15.' }],
  ['people from UH', 'initials of the school', { resumeText: 'Education\nUniversity of Houston' }],
  ["wheelchair or can't do stairs", 'denial', { whyJoin: 'I cannot climb stairs.' }],
  ['vegan or with a nut allergy', 'both', { dietaryRestrictions: 'vegan' }],
  ['allergic to nuts', 'food without the word', { dietaryRestrictions: 'no peanuts (anaphylaxis)' }],
  ['coeliac', 'other spelling', { dietaryRestrictions: 'celiac' }],
  ['eats no meat', 'denied food', { dietaryRestrictions: 'vegan' }],
  ['has to leave early on Sunday', 'plan', { whyJoin: 'I must leave Sunday by noon.' }],
  ['speaks Portuguese', 'name in the language', { resumeText: 'Português (nativo), inglês' }],
  ['graduating 2027 or later', 'graduation', { resumeText: 'UT Austin, CS, class of 2028' }],
  ['drivers with empty seats', 'number of seats', { whyJoin: 'I drive from Waco, 3 seats.' }],
  ['exchange students', 'exchange', { whyJoin: 'I am on exchange from Belgrade.' }],
  ['hard of hearing', 'hearing aids', { whyJoin: 'I use hearing aids.' }],
  ['people with a resume', 'file', { hasResume: true }],
  ['coming by plane', 'way to travel', { whyJoin: 'I am flying from Boston.' }],
])('%s finds by the %s', (question, _, told) => {
  const own = new SearchEngine({ eventDate: '2026-02-14', tracks: [], checkpoints: [] });
  const nobody = {
    major: 'Art',
    track: '',
    status: 'pending',
    whyJoin: 'This is my first hackathon.',
    resumeText: '',
  };
  own.put({ ...nobody, id: 'other', name: 'Ines Moor', tShirtSize: 'M' });
  own.put({ ...nobody, whyJoin: 'To build.', id: 'right', ...told });
  const { ranked } = own.search(question);
  expect(ranked.filter(({ fits }) => fits).map(({ id }) => id)).toEqual(['right']);
});

test.each(['cannot code', 'people who cannot program', 'non-technical people'])(
  'code is denied in many words: %s',
  (question) => {
    const denials = [
      'I cannot program.',
      "I'm not technical.",
      'I never wrote a line of code.',
      'No tech background',
    ];
    for (const said of denials) tell(said, said);
    tell('codes', 'I can program in C.');
    expect(listAbove(question)).toEqual(expect.arrayContaining(denials));
    expect(listAbove(question)).not.toContain('codes');
  },
);

test('an everyday word of a phrase alone is less than half', () => {
  tell('pilot', 'I fly drones over soybeans.');
  tell('lands', 'I take the plane from Boston.');
  expect(listAbove('who is flying in')).toEqual(['lands']);
});

test('years of work are those of the work that is asked for', () => {
  tell('cook', 'I was a cook for ten years. Now I learn to be a developer.');
  tell('student', '', 'Architecture student 2021-2026\nLearning to be a developer');
  tell('dev', '', 'Backend developer, Voys, Aug 2019 – Jun 2024: Go, PostgreSQL');
  expect(listAbove('developers with years of work')).toEqual(['dev']);
  expect(ask('developers with years of work').evidence[0]![0]!.quote).toContain('Aug 2019');
  expect(listAbove('had another career before')).toEqual(expect.arrayContaining(['cook', 'dev']));
});

test('whoever only names a company has not worked there, and nobody can tell who will win', () => {
  const own = new SearchEngine({ eventDate: '2026-02-14', tracks: [], checkpoints: [] });
  const nobody = { major: 'Art', track: '', status: 'pending', resumeText: '' };
  own.put({ ...nobody, id: 'fan', whyJoin: 'Won NASA Space Apps in Lyon.' });
  own.put({ ...nobody, id: 'intern', whyJoin: 'I was an intern at NASA last summer.' });
  const find = (question: string) => own.search(question).ranked.filter(({ fits }) => fits);
  expect(find('worked at NASA').map(({ id }) => id)).toEqual(['intern']);
  const { question, ranked } = own.search('who is going to win');
  expect(question.untold).toHaveLength(1);
  expect(ranked).toEqual([]);
});

test('a hackathon before is told by no sensitive answer, and by no answer of people who are hidden', () => {
  const own = new SearchEngine({ eventDate: '2026-02-14', tracks: [], checkpoints: [] });
  const answers = [
    { label: 'Anything private?', value: 'I fainted at the TreeHacks hackathon.', sensitive: true },
  ];
  own.put({
    ...{ id: 'ill', major: 'Art', track: '', status: 'pending' },
    whyJoin: '',
    resumeText: '',
    answers,
  });
  const find = (options: Parameters<typeof own.search>[1]) =>
    own
      .search('been to hackathons', options)
      .ranked.flatMap(({ fields }) => fields.map(({ quote }) => quote));
  expect(find({ readsSensitive: true })).toEqual([expect.stringContaining('fainted')]);
  expect(find({})).toEqual(['']);
  expect(find({ readsSensitive: true, isHidden: () => true })).toEqual(['']);
});

test('times of day are words, ratios are not', () => {
  expect(listTimes('lands 22:40 on Fri night')).toEqual(['friday', 'night', 'late']);
  expect(listTimes('home by 7:05pm')).toEqual(['evening']);
  expect(listTimes('a split of 80:20, 45:30 each')).toEqual([]);
});

test('who writes more, or less, or goes is found and quoted by what stands now, and nobody else changes', () => {
  const own = new SearchEngine({ eventDate: '2026-02-14', tracks: [], checkpoints: [] });
  const write = (id: string, whyJoin: string) =>
    own.put({ id, major: 'Art', track: '', status: 'pending', whyJoin, resumeText: '' });
  const find = (text: string) => {
    const { question, ranked } = own.search(text);
    return ranked.map((one) => [
      one.id,
      findEvidence(question, one, own.profile(one.id)!, own.event)[0]!.quote,
    ]);
  };
  write('changes', 'I solder circuits.');
  write('stays', 'I keep bees.');
  write('changes', 'I paint walls. I bake bread. I weld steel frames.');
  expect(find('soldering')).toEqual([]);
  expect(find('welding')).toEqual([['changes', 'I weld steel frames.']]);
  write('changes', 'I juggle knives.');
  expect(find('welding')).toEqual([]);
  expect(find('juggling')).toEqual([['changes', 'I juggle knives.']]);
  expect(find('bees')).toEqual([['stays', 'I keep bees.']]);
  own.remove('changes');
  expect(find('juggling')).toEqual([]);
});

test('no more people than asked for are returned: the first above the line and below it', () => {
  const all = engine.search('won a hackathon or knows Unity').ranked;
  const [above, below] = [all.filter(({ fits }) => fits), all.filter(({ fits }) => !fits)];
  expect(above.length).toBeGreaterThan(1);
  for (const most of [
    { fitting: 1, below: 1 },
    { fitting: 0, below: 100 },
  ])
    expect(engine.search('won a hackathon or knows Unity', { most }).ranked).toEqual([
      ...above.slice(0, most.fitting),
      ...below.slice(0, most.below),
    ]);
});
