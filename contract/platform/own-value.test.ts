import { expect, test } from 'vitest';
import { parseAnswers } from '../apply/form-questions.ts';
import { filterTeams, weightedTotal } from '../judging/ranking.ts';
import { fill } from '../texts.ts';
import { getOwnValue } from './own-value.ts';

const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

test('what every object inherits is no value', () => {
  for (const name of inherited) {
    expect([name, getOwnValue({}, name), getOwnValue(JSON.parse(`{"${name}":1}`), name)]).toEqual([
      name,
      undefined,
      1,
    ]);
    expect(fill(`{${name}}`, {})).toBe(`{${name}}`);
    expect(weightedTotal([{ key: name, weight: 100 }], {})).toBe(0);
    const question = { id: name, label: 'Name', type: 'text', required: false } as never;
    expect(parseAnswers({}, [question])).toEqual({ answers: new Map(), problems: [] });
    const team = { track: 'hacker', special_categories_avg: {} } as never;
    expect(filterTeams([team], `special:${name}`)).toEqual([]);
  }
});
