import { expect, test } from 'vitest';
import { createTestDatabase } from '../server/testing/database.ts';
import { inventTeams, parseTeams } from './rehearsal/people.ts';
import { rehearse } from './rehearsal/rehearsal.ts';

test('a past event of eight teams is rehearsed with a lossy network: nothing is wrong, and the site stays open until it ends', async () => {
  const database = await createTestDatabase({ max: 3 });
  try {
    const rows = Array.from({ length: 24 }, (_, at) => `"Team, ${1 + Math.floor(at / 3)}",Person ${at + 1}`);
    const teams = parseTeams(`Team,Name\n${rows.join('\n')}\n`);
    expect(teams).toHaveLength(8);
    const notes: string[] = [];
    const rehearsal = await rehearse({
      teams,
      arrivals: 18,
      judges: 4,
      note: (line) => notes.push(line),
      environment: { DATABASE_URL: database.url },
    });
    const { url, report, wrong, describeSignIns, stop } = rehearsal;
    try {
      expect(wrong).toEqual([]);
      expect(notes).toContain('18 of 24 people arrive at three stations with a bad network …');
      expect(report.join('\n')).toMatch(
        /lost \d+ calls[\s\S]*scanned twice[\s\S]*6 tables, \d+ scores[\s\S]*Winners, published on/,
      );
      expect((await fetch(`${url}/projects/results`)).status).toBe(200);
      const signIns = await describeSignIns();
      expect(signIns).toHaveLength(5);
      expect(signIns[0]).toContain(`an organizer: ${url}`);
    } finally {
      await stop();
    }
    await expect(fetch(url)).rejects.toThrow();
  } finally {
    await database.drop();
  }
});

test('a list of teams without a column "team" is refused; invented teams hold as many people as asked for', () => {
  expect(() => parseTeams('name\nAda\n')).toThrow('The list of teams needs a column "team".');
  expect(inventTeams(100).flatMap(({ members }) => members)).toHaveLength(100);
});
