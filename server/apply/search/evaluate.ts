import { readFileSync, writeFileSync } from 'node:fs';
import { SearchEngine } from '../../../packages/search/engine.ts';
import type { Applicant, Profile } from '../../../packages/search/profile.ts';
import type { Question } from '../../../packages/search/question.ts';
import { compare, embedQuestion } from './models/meaning.service.ts';
import { hashPassages, listEmbeddable } from './models/passages.ts';
import { packVectors } from './models/vectors.ts';
import { teamPreferences } from './search.service.ts';

interface ApplicantLine extends Partial<Omit<Applicant, 'answers' | 'teamPreference'>> {
  id: string;
  teamPreference?: string;
  /** By question. */
  answers?: Record<string, unknown>;
}

function lines<T>(file: string): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line) as T);
}

const keep = 100;
const model = { isRemote: false };
const milliseconds = (value: number) => `${value.toFixed(2)} ms`;

const toText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(toText).join(', ')
    : typeof value === 'boolean'
      ? value
        ? 'yes'
        : 'no'
      : String(value ?? '');

/** Returns the preference that a file tells in its own words. */
const toPreference = (written = ''): string =>
  /\b(?:solo|alone|not?|don'?t)\b/i.test(written) && !/\bno preference\b/i.test(written)
    ? 'solo'
    : /look|find|need|open/i.test(written)
      ? 'lookingForTeam'
      : /\b(?:has|have|with|in)/i.test(written)
        ? 'hasTeam'
        : written;

/**
 * Returns whether a person meets what only the site knows. A file has preferences of teams only; nobody in it has said that they
 * come, or has checked in.
 */
function meetsSiteFields({ fields }: Question, { teamPreference }: Profile): boolean {
  const inTeam = teamPreference === 'hasTeam';
  const meets: Partial<Record<string, (value: string) => boolean>> = {
    team: (value) =>
      value in teamPreferences ? teamPreference === teamPreferences[value] : inTeam !== (value === 'none'),
    coming: (value) => value === 'none',
    checkpoint: (value) => value.endsWith(' no'),
  };
  return fields.every(({ key, values, not }) => !meets[key] || values.some(meets[key]) !== not);
}

/**
 * Indexes the applicants of a file, runs the queries of another as the page does, writes `{query_id, ranked:[id…]}` lines to
 * `out`, and returns the measured times as lines of text. `ranked` is who stands above the line. Without `embed`, no model
 * takes part.
 */
export async function evaluateSearch(
  files: { applicants: string; queries: string; out: string },
  event: { eventDate: string; tracks: string[]; checkpoints: { id: string; name: string }[] },
  embed?: (texts: readonly string[]) => Promise<Float32Array[]>,
): Promise<string[]> {
  const applicants = lines<ApplicantLine>(files.applicants);
  const queries = lines<{ id?: string; query_id?: string; query: string }>(files.queries);
  const tracks = [...new Set([...event.tracks, ...applicants.flatMap(({ track }) => track || [])])];
  const engine = new SearchEngine({ ...event, tracks });
  const indexing = performance.now();
  for (const {
    major = '',
    track = '',
    status = 'pending',
    whyJoin = '',
    resumeText,
    answers = {},
    teamPreference,
    ...one
  } of applicants)
    engine.put({
      ...{ ...one, major, track, status, whyJoin, resumeText, teamPreference: toPreference(teamPreference) },
      answers: Object.entries(answers).map(([label, value]) => ({ label, value: toText(value) })),
    });
  const indexed = performance.now();
  const stored: { id: string; passages: Buffer; vectors: Buffer }[] = [];
  for (const { id } of embed ? applicants : []) {
    const passages = listEmbeddable(engine.profile(id)!, model);
    const vectors = packVectors(await embed!(passages.map(({ text }) => text)));
    stored.push({ id, passages: hashPassages(passages), vectors });
  }
  const embedded = performance.now();
  const times: number[] = [];
  const results: string[] = [];
  for (const { id, query_id = id, query } of queries) {
    const started = performance.now();
    const question = engine.parse(query);
    const meaning = embed
      ? await compare(await embedQuestion(query, question, embed), stored, (of) => engine.profile(of), model)
      : undefined;
    const { ranked } = engine.find(question, {
      readsSensitive: true,
      ...(meaning && { meaning }),
      allowed: (profile) => meetsSiteFields(question, profile),
    });
    times.push(performance.now() - started);
    const shown = ranked.filter(({ fits }) => fits).slice(0, keep);
    results.push(JSON.stringify({ query_id, ranked: shown.map((result) => result.id) }));
  }
  writeFileSync(files.out, `${results.join('\n')}\n`);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return [
    `${applicants.length} applicants, ${queries.length} queries`,
    `index ${milliseconds((indexed - indexing) / Math.max(1, applicants.length))} an applicant`,
    ...(embed ? [`vectors ${milliseconds(embedded - indexed)} in all`] : []),
    `query p50 ${milliseconds(at(0.5))}, p95 ${milliseconds(at(0.95))}`,
  ];
}
