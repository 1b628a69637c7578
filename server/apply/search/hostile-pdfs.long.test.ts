import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchResult } from '../../../contract/apply/search.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { submitForm } from '../../testing/forms.ts';
import { hostilePdfs } from '../../testing/hostile-pdfs.ts';
import { readResume } from './resumes.service.ts';

let site: TestApp;
let admin: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  admin = await signUpAdmin(site);
});
afterAll(() => site.close());

const refused: Record<string, number> = {
  'a page tree that holds itself': 415,
  locked: 415,
  'cut off': 415,
  'a web page': 415,
  nothing: 400,
};
const unread = [
  'unpacks to 300 MB',
  'unpacks to 900 MB',
  'packed four times',
  'millions of words',
  'half as many words, within the limit',
  'a million nested arrays',
  'saved states without end',
];

test.each(Object.keys(hostilePdfs).map((name, index) => [name, index] as const))(
  'a hostile resume is read or refused: %s',
  async (name, index) => {
    const somebody = await signUp(site);
    // No misspelling of each other.
    const word = `zither${String.fromCharCode(97 + index).repeat(5)}`;
    const resume = hostilePdfs[name]!();
    expect(resume.length).toBeLessThan(1_048_576);
    const sent = await submitForm(somebody, { whyJoin: `${word} nights.` }, { resume });
    expect(sent.statusCode).toBe(refused[name] ?? 201);
    if (name in refused) return;
    await readResume(site.services, { userId: somebody.id });
    const answer = await admin.call('POST', '/search/rag', { query: word, filters: {} });
    const { results } = answer.json() as { results: SearchResult[] };
    expect(results.map(({ user_id, resumeText }) => [user_id, resumeText])).toEqual([
      [somebody.id, unread.includes(name) ? 'unavailable' : 'read'],
    ]);
    const [{ text, socials, tags }] = results as [SearchResult];
    expect(text.length).toBeLessThanOrEqual(8000);
    expect(JSON.stringify([text, tags])).not.toMatch(/kubernetes/i);
    expect(socials.length).toBeLessThanOrEqual(10);
    expect(socials.filter((url) => !/^https?:/.test(url))).toEqual([]);
  },
);
