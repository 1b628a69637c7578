import { createOrganizer, type Stage } from './stage.ts';
import { type Result, toWorstResult } from './table.ts';

const people = 500;
const rounds = 5;

/** Measures the approval of 500 people in one call, with their emails waiting, and its undo. */
export async function measureDecisions(stage: Stage): Promise<Result[]> {
  const { db, program } = stage;
  const cookie = await createOrganizer(stage);
  const pending = db.selectFrom('applications').where('status', '=', 'pending').orderBy('id');
  const ids = (await pending.limit(people).select('id').execute()).map(({ id }) => id);
  const [decided, undone]: [number[], number[]] = [[], []];
  const send = async (path: string, more: object, taken: number[]) => {
    const started = performance.now();
    const answer = await fetch(`${program.url}/api/applications/${path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ ids, status: 'approved', ...more }),
    });
    const { changed } = (await answer.json()) as { changed?: string[] };
    taken.push(changed?.length === people ? performance.now() - started : Number.NaN);
  };
  for (let round = 0; round < rounds; round += 1) {
    await send('status', { undoable: true }, decided);
    await send('undo', {}, undone);
  }
  return [
    toWorstResult(`${people} people approved in one call`, decided, 3000),
    toWorstResult(`${people} approvals undone in one call`, undone, 3000),
  ];
}
