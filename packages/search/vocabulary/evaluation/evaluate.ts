import { readFileSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SearchEngine } from '../../engine.ts';

interface ApplicantLine {
  id: string;
  major?: string;
  track?: string;
  status?: string;
  whyJoin?: string;
  resumeText?: string;
}

function lines<T>(file: string): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line) as T);
}

const keep = 100;
const milliseconds = (value: number) => `${value.toFixed(2)} ms`;

/** Returns the bytes in use after garbage collection. */
function measureMemory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/**
 * Indexes the applicants of a file, runs the queries of another, writes `{query_id, ranked:[id…]}` lines to `out`, and
 * returns the measured times as lines of text.
 */
export function evaluateSearch(
  files: { applicants: string; queries: string; out: string },
  event: { eventDate: string; tracks: string[] },
): string[] {
  const applicants = lines<ApplicantLine>(files.applicants);
  const queries = lines<{ id: string; query: string }>(files.queries);
  const loading = performance.now();
  const engine = new SearchEngine(event);
  const loaded = performance.now();
  const before = measureMemory();
  const indexing = performance.now();
  for (const one of applicants)
    engine.put({
      id: one.id,
      major: one.major ?? '',
      track: one.track ?? '',
      status: one.status ?? 'pending',
      whyJoin: one.whyJoin ?? '',
      resumeText: one.resumeText,
    });
  const indexed = performance.now();
  const bytes = measureMemory() - before;
  const times: number[] = [];
  const results = queries.map(({ id, query }) => {
    const started = performance.now();
    const { ranked } = engine.search(query);
    times.push(performance.now() - started);
    return JSON.stringify({ query_id: id, ranked: ranked.slice(0, keep).map((result) => result.id) });
  });
  writeFileSync(files.out, `${results.join('\n')}\n`);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return [
    `${applicants.length} applicants, ${queries.length} queries`,
    `thesaurus ${milliseconds(loaded - loading)}, index ${milliseconds((indexed - indexing) / Math.max(1, applicants.length))} an applicant, ${milliseconds(indexed - indexing)} in all, ${(bytes / 1e6).toFixed(0)} MB`,
    `query p50 ${milliseconds(at(0.5))}, p95 ${milliseconds(at(0.95))}`,
  ];
}
