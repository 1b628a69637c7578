import { readCommandLine } from '../scripts/command-line.ts';
import { measureDeadline, measureDecisions, measureHostileResumes } from './applications.ts';
import { measureCalls } from './calls.ts';
import { measureDescriptionSearch, measureLargeDescriptionSearch, measureModel } from './description.ts';
import { measureEventDay } from './event-day.ts';
import { measureGrowth } from './growth.ts';
import { measureJudging } from './judging.ts';
import { measureSizes } from './sizes.ts';
import { openStage, type Stage } from './stage.ts';
import { printTable, type Result } from './table.ts';

const { words } = readCommandLine({
  'bench [PART…]':
    'Measures the program beside the fastest possible server: all parts, or those that you name.',
});
const note = (line: string) => void process.stderr.write(`${line}\n`);

type Part = (stage: Stage) => Promise<Result[]>;

/** The parts that share a stage with 10,000 applicants. */
const partsOnFilled: Record<string, Part> = {
  calls: measureCalls,
  description: measureDescriptionSearch,
  decisions: measureDecisions,
  hostile: measureHostileResumes,
  'event-day': measureEventDay,
  deadline: measureDeadline,
  growth: measureGrowth,
};

/** The parts that fill a stage themselves. */
const partsOnEmpty: Record<string, Part> = {
  judging: measureJudging,
  sizes: measureSizes,
  'description-large': measureLargeDescriptionSearch,
  model: measureModel,
};

/** Runs parts on one stage. A part that fails gets a row that says so; the others still run. */
async function runParts(parts: [name: string, measure: Part][], applicants: number): Promise<Result[]> {
  if (parts.length === 0) return [];
  const stage = await openStage();
  const results: Result[] = [];
  try {
    if (applicants > 0) note(`Creating ${applicants.toLocaleString('en')} applicants …`);
    if (applicants > 0) await stage.fill(applicants);
    for (const [name, measure] of parts) {
      note(`… ${name}`);
      try {
        results.push(...(await measure(stage)));
      } catch (error) {
        const ours = `FAILED: ${(error as Error).message}`;
        results.push({ work: name, ours, baseline: '', bar: '', met: false });
      }
    }
    return results;
  } finally {
    await stage.close();
  }
}

const choose = (parts: Record<string, Part>) =>
  Object.entries(parts).filter(([name]) => words.length === 0 || words.includes(name));
const results = await runParts(choose(partsOnFilled), 10_000);
for (const part of choose(partsOnEmpty)) results.push(...(await runParts([part], 0)));
printTable(results);
