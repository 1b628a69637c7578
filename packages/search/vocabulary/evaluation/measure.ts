import { SearchEngine } from '../../engine.ts';
import {
  grade,
  inventApplicants,
  type QuestionSet,
  questionSets,
  readNonsense,
  readQuestions,
} from './applicants.ts';

const tracks = ['Hacker Track', 'Startup Track'];
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const discounted = (grades: readonly number[]) =>
  sum(grades.slice(0, 10).map((grade, at) => (2 ** grade - 1) / Math.log2(at + 2)));

const filled = new Map<QuestionSet, ReturnType<typeof fill>>();

function fill(set: QuestionSet) {
  const people = new Map(inventApplicants(set).map((person) => [person.id, person]));
  const engine = new SearchEngine({ eventDate: '2025-09-20', tracks, checkpoints: [] });
  for (const person of people.values()) engine.put(person);
  return { engine, people };
}

/** Returns the engine with the applicants of a set, made once. */
export function getFilled(set: QuestionSet) {
  const made = filled.get(set) ?? fill(set);
  filled.set(set, made);
  return made;
}

/** Returns the mean nDCG@10 of a set of questions, in all and by kind. */
export function measure(set: QuestionSet): Record<string, number> {
  const { engine, people } = getFilled(set);
  const byKind: Record<string, number[]> = {};
  for (const question of readQuestions(set)) {
    const { ranked } = engine.search(question.text);
    const found = ranked.map(({ id }) => grade(question, people.get(id)!));
    const best = [...people.values()].map((person) => grade(question, person)).sort((a, b) => b - a);
    for (const kind of ['all', question.kind])
      byKind[kind] = [...(byKind[kind] ?? []), discounted(found) / discounted(best)];
  }
  return Object.fromEntries(
    Object.entries(byKind).map(([kind, values]) => [
      kind,
      Math.round((1000 * sum(values)) / values.length) / 1000,
    ]),
  );
}

/** Returns the texts that find somebody. */
export function listTaken(name: Parameters<typeof readNonsense>[0]): string[] {
  const { engine } = getFilled('seen');
  return readNonsense(name).filter((text) => {
    return engine.search(text).ranked.some(({ fits }) => fits);
  });
}

// Prints every figure: node packages/search/vocabulary/evaluation/measure.ts
if (import.meta.main)
  for (const set of questionSets) process.stdout.write(`${set} ${JSON.stringify(measure(set))}\n`);
