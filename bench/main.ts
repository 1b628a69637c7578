import { readCommandLine } from '../scripts/command-line.ts';
import { measureDeadline } from './burst.ts';
import { measureCalls } from './calls.ts';
import { measureDashboard } from './dashboard.ts';
import { measureDecisions } from './decisions.ts';
import { measureDeletion } from './deletion.ts';
import { measureDescriptionSearch, measureLargeDescriptionSearch } from './description.ts';
import { measureEventDay } from './event-day.ts';
import { measureExports } from './exports.ts';
import { measureGrowth } from './growth.ts';
import { measureHostileResumes } from './hostile.ts';
import { measureJudging, measureScoreMemory } from './judging.ts';
import { measureProjects } from './projects.ts';
import { measureSizes } from './sizes.ts';
import { openStage, type Stage } from './stage.ts';
import { measureStation } from './station.ts';
import { printTable, type Result } from './table.ts';

const { words } = readCommandLine({
  'bench [PART…]':
    'Measures the program beside the fastest possible server: all parts, or those that you name.',
});
const note = (line: string) => void process.stderr.write(`${line}\n`);

/** Each part with the number of applicants that its stage has. */
const parts: Record<string, { applicants: number; measure: (stage: Stage) => Promise<Result[]> }> = {
  calls: { applicants: 10_000, measure: measureCalls },
  description: { applicants: 10_000, measure: measureDescriptionSearch },
  dashboard: { applicants: 10_000, measure: measureDashboard },
  decisions: { applicants: 10_000, measure: measureDecisions },
  hostile: { applicants: 10_000, measure: measureHostileResumes },
  'event-day': { applicants: 10_000, measure: measureEventDay },
  deadline: { applicants: 10_000, measure: measureDeadline },
  judging: { applicants: 10_000, measure: measureJudging },
  scores: { applicants: 0, measure: measureScoreMemory },
  growth: { applicants: 10_000, measure: measureGrowth },
  projects: { applicants: 0, measure: measureProjects },
  exports: { applicants: 0, measure: measureExports },
  station: { applicants: 0, measure: measureStation },
  deletion: { applicants: 0, measure: measureDeletion },
  sizes: { applicants: 0, measure: measureSizes },
  'description-large': { applicants: 0, measure: measureLargeDescriptionSearch },
};

/** Runs parts on one stage. When one fails its row says so, and the results of the others are not lost. */
async function runParts(names: string[], applicants: number): Promise<Result[]> {
  const stage = await openStage();
  const results: Result[] = [];
  try {
    note(`Creating ${applicants.toLocaleString('en')} applicants …`);
    if (applicants > 0) await stage.fill(applicants);
    for (const name of names) {
      note(`… ${name}`);
      try {
        results.push(...(await parts[name]!.measure(stage)));
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

const chosen = words;
const names = Object.keys(parts).filter((name) => chosen.length === 0 || chosen.includes(name));
const onFilled = names.filter((name) => parts[name]!.applicants > 0);
const results = onFilled.length > 0 ? await runParts(onFilled, 10_000) : [];
// These fill their stages themselves.
for (const name of names.filter((each) => !onFilled.includes(each)))
  results.push(...(await runParts([name], 0)));
printTable(results);
