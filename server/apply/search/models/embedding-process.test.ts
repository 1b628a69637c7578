import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createEmbeddingProcess } from './embedding-process.ts';

let embedding: ReturnType<typeof createEmbeddingProcess>;
afterEach(() => embedding?.close());

const embed = (texts: string[], signal = AbortSignal.timeout(60_000)) =>
  embedding.embed(texts, { key: 'test', signal });
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);

test('the files of the model are those that the README names', () => {
  const folder = path.join(import.meta.dirname, '../../../../packages/embedding');
  const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');
  const named = [...readme.matchAll(/\| `(\S+)` \| `(\w{64})` \|/g)];
  expect(named).toHaveLength(3);
  for (const [, file, sum] of named) {
    const content = readFileSync(path.join(folder, 'model', file!));
    expect([file, createHash('sha256').update(content).digest('hex')]).toEqual([file, sum]);
  }
});

test('texts of similar meaning have similar vectors, in the order of the texts', async () => {
  embedding = createEmbeddingProcess();
  // More than one task, of many lengths.
  const others = Array.from(
    { length: 20 },
    (_, at) => `${'and then we talked about the weather '.repeat(at % 4)}.`,
  );
  const [won, gardens, first, ...rest] = await embed([
    'I won HackSouth last year',
    'On weekends I grow tomatoes',
    'First place at a hackathon',
    ...others,
  ]);
  expect(rest).toHaveLength(20);
  for (const vector of [won!, ...rest]) {
    expect(vector).toHaveLength(384);
    expect(cosine(vector, vector)).toBeCloseTo(1, 4);
  }
  expect(cosine(won!, first!)).toBeGreaterThan(0.45);
  expect(cosine(won!, gardens!)).toBeLessThan(0.25);
  // The texts beside it change nothing.
  expect((await embed(['I won HackSouth last year']))[0]).toEqual(won);
  // Long, empty and strange texts are no failure.
  const odd = await embed(['', 'x'.repeat(100_000), '漢字 🙂 \ud800', 'word '.repeat(50_000)]);
  for (const vector of odd) expect(cosine(vector, vector)).toBeCloseTo(1, 4);
});

test('what a search asked for is remembered, also if it gave up', async () => {
  embedding = createEmbeddingProcess();
  const ask = (signal: AbortSignal) =>
    embedding.embedOften(['robots', 'robots', 'bees'], { key: 'a', signal });
  await expect(ask(AbortSignal.timeout(1))).rejects.toThrow('it took too long');
  // Answers only without a process.
  await expect.poll(() => ask(AbortSignal.timeout(1)).catch(() => [])).toHaveLength(3);
  const [one, same, other] = await ask(AbortSignal.timeout(1));
  expect(one).toBe(same);
  expect(one).not.toEqual(other);
});

test('a process that hangs is killed, one that fails rests, and the caller is told', async () => {
  const file = path.join(import.meta.dirname, '../fixtures/stuck-embedding.child.ts');
  embedding = createEmbeddingProcess({ file, timeLimit: 300 });
  await expect(embed(['hangs'])).rejects.toThrow('its process has failed');
  await expect(embed(['hangs'])).rejects.toThrow('its process has failed');
  embedding = createEmbeddingProcess({ file });
  await expect(embed(['dies'])).rejects.toThrow('its process has failed');
  embedding = createEmbeddingProcess({ file });
  await expect(embed(['hangs'], AbortSignal.timeout(50))).rejects.toThrow('it took too long');
});

test('a process is replaced after so many texts', async () => {
  const file = path.join(import.meta.dirname, '../fixtures/stuck-embedding.child.ts');
  embedding = createEmbeddingProcess({ file, most: 2 });
  const [[first], [second], [third]] = [await embed(['pid']), await embed(['pid']), await embed(['pid'])];
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
