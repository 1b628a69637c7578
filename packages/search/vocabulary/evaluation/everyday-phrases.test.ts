import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SearchEngine } from '../../engine.ts';

const rows = readFileSync(path.join(import.meta.dirname, 'everyday-phrases.tsv'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => line.split('\t') as [string, string]);

// How organizers ask and how students describe it, in everyday words; some are not found.
const reachable = 0.85;

test('most everyday descriptions are found by the name of the skill', () => {
  const engine = new SearchEngine({ eventDate: '2025-09-20', tracks: ['Hacker Track'], checkpoints: [] });
  for (const [at, [, told]] of rows.entries())
    engine.put({
      id: String(at),
      major: 'Undecided',
      track: 'Hacker Track',
      status: 'pending',
      whyJoin: '',
      resumeText: `PROJECTS\n- ${told}`,
    });
  const found = rows.filter(([asked], at) =>
    engine
      .search(asked)
      .ranked.slice(0, 3)
      .some(({ id }) => id === String(at)),
  );
  expect(found.length / rows.length).toBeGreaterThan(reachable);
});
