import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './app.ts';
import { type FrequentCall, listStatements, mostStatements, watchStatements } from './frequent-calls.ts';

let site: TestApp;
let statements: Record<FrequentCall, string[]>;
beforeAll(async () => {
  const { sent, stop } = watchStatements();
  site = await createTestApp();
  statements = await listStatements(site, sent);
  stop();
});
afterAll(() => site.close());

test.each(Object.entries(mostStatements))('%s sends at most %i statements', (name, most) => {
  const sent = statements[name as FrequentCall];
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(most);
});
