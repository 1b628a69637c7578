import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SearchEngine } from '../../../packages/search/engine.ts';
import { signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';

let isBroken = true;
vi.mock(import('../../../packages/search/engine.ts'), async (load) => {
  const original = await load();
  class Breakable extends original.SearchEngine {
    constructor(...args: ConstructorParameters<typeof SearchEngine>) {
      if (isBroken) throw new Error('too many open files');
      super(...args);
    }
  }
  return { ...original, SearchEngine: Breakable };
});

let site: TestApp;
let admin: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  admin = await signUpAdmin(site);
});
afterAll(() => site.close());

test('a search engine that could not be loaded is loaded by the next search', async () => {
  const search = async () =>
    (await admin.call('POST', '/search/vector-only', { query: 'python', filters: {} })).statusCode;
  expect(await search()).toBe(500);
  isBroken = false;
  expect(await search()).toBe(200);
});
