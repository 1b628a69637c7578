import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { loadThesaurus } from '../../../packages/search/thesaurus.ts';
import { createProfileBuilder, type ProfileBuilder } from './profile-builder.ts';

// Its endless applicant waits for what nobody sends, which leaves the processor to other tests.
const file = path.join(import.meta.dirname, 'fixtures', 'stuck-profile.child.ts');
const options = { thesaurus: loadThesaurus(), eventDate: '2025-09-20' };
const applicant = (whyJoin: string, at = 0) => ({
  id: `${whyJoin} ${at}`,
  major: 'Physics',
  track: 'Hacker Track',
  status: 'pending',
  whyJoin,
  resumeText: undefined,
});

let builder: ProfileBuilder;
afterEach(() => builder.close());

test('an applicant whose texts take too long is indexed without them, and only that one', async () => {
  builder = createProfileBuilder({ ...options, file, timeLimit: 3000 });
  const texts = ['I built a React app', 'endless', 'I trained neural networks', 'deadly', 'I solder'];
  const built = await builder.build(texts.map(applicant));
  expect(built.map(({ profile }) => [profile.id, profile.text, profile.suspicious])).toEqual([
    ['I built a React app 0', 'I built a React app', false],
    ['endless 1', '', true],
    ['I trained neural networks 2', 'I trained neural networks', false],
    ['deadly 3', '', true],
    ['I solder 4', 'I solder', false],
  ]);
  expect(built.map(({ profile }) => profile.major)).toEqual(texts.map(() => 'Physics'));
});

test('concurrent calls get their own applicants, also after the child has ended', async () => {
  builder = createProfileBuilder(options);
  const ids = async (from: number) => {
    const people = [from, from + 1].map((at) => applicant('I built a React app', at));
    return (await builder.build(people)).map(({ profile }) => profile.id);
  };
  expect(await Promise.all([ids(1), ids(3)])).toEqual([
    ['I built a React app 1', 'I built a React app 2'],
    ['I built a React app 3', 'I built a React app 4'],
  ]);
  expect(await ids(5)).toEqual(['I built a React app 5', 'I built a React app 6']);
  builder.close();
  expect(await ids(7)).toEqual(['I built a React app 7', 'I built a React app 8']);
});
