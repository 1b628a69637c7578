import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SearchEngine } from '../../engine.ts';
import type { Applicant } from '../../profile.ts';

const readLines = (file: string) =>
  readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter(Boolean);

function fillEngine(applicants: readonly Applicant[]): SearchEngine {
  const engine = new SearchEngine({ eventDate: '2026-02-14', tracks: ['Hacker Track'], checkpoints: [] });
  for (const applicant of applicants) engine.put(applicant);
  return engine;
}

/** Returns the share of some requests that find somebody among the applicants of a natural set. */
function measureAnswered(requests: readonly string[]): number {
  const applicants = readLines('../../evaluation/a/applicants.jsonl').map((line) => {
    const { answers: _, ...applicant } = JSON.parse(line);
    return { status: 'pending', track: '', ...applicant } as Applicant;
  });
  const engine = fillEngine(applicants);
  return (
    requests.filter((text) => engine.search(text).ranked.some(({ fits }) => fits)).length / requests.length
  );
}

// How organizers ask and how students describe it, in everyday words; some are not found.
test('most everyday descriptions are found by the name of the skill', () => {
  const rows = readLines('everyday-phrases.tsv').map((line) => line.split('\t') as [string, string]);
  const engine = fillEngine(
    rows.map(([, told], at) => ({
      id: String(at),
      major: 'Undecided',
      track: 'Hacker Track',
      status: 'pending',
      whyJoin: '',
      resumeText: `PROJECTS\n- ${told}`,
    })),
  );
  const found = rows.filter(([asked], at) =>
    engine
      .search(asked)
      .ranked.slice(0, 3)
      .some(({ id }) => id === String(at)),
  );
  expect(found.length / rows.length).toBeGreaterThan(0.85);
});

// Eleven people wrote them. Words that somebody wrote are found, whatever they mean.
test('of nonsense little finds somebody', () =>
  expect(measureAnswered(readLines('nonsense.txt'))).toBeLessThan(0.29));

test('short requests find somebody', () =>
  expect(measureAnswered(readLines('requests-short.txt'))).toBeGreaterThan(0.65));
