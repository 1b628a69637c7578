import { setTimeout as pause } from 'node:timers/promises';
import { hostilePdfs } from '../server/testing/hostile-pdfs.ts';
import { createPdf } from '../server/testing/pdf.ts';
import { readMemory, watchMemory } from './memory.ts';
import { createOrganizer, type Stage } from './stage.ts';
import { atMost, quantile, type Result, time } from './table.ts';

const submits = 200;
const seconds = Number(process.env.BENCH_BURST_SECONDS ?? 60);
const withDeck = 60;
const largest = 1_048_575;
const decided = 500;
const rounds = 5;
// How long to wait until a resume has been read.
const timeout = 30_000;

/** Applies as a new person. Returns their id, the answer's status, and how long it took in milliseconds. */
async function apply({ db, program, createCookie }: Stage, track: string, resume: Buffer) {
  const person = { name: 'Late', email: `${crypto.randomUUID()}@example.org` };
  const { id } = await db.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow();
  const body = new FormData();
  const fields = { major: 'Physics', dietaryRestrictions: 'vegan', tShirtSize: 'M', whyJoin: 'To learn.' };
  for (const [name, value] of Object.entries({ ...fields, track, teamPreference: 'solo' }))
    body.append(name, value);
  const file = new Blob([new Uint8Array(resume)], { type: 'application/pdf' });
  body.append('resume', file, 'resume.pdf');
  if (track === 'Startup Track') body.append('pitchDeck', file, 'deck.pdf');
  const headers = { cookie: await createCookie(id) };
  let status = 0;
  const took = await time(async () => {
    ({ status } = await fetch(`${program.url}/api/applications`, { method: 'POST', headers, body }));
  });
  return { id, status, took };
}

/** Measures the last minute before the deadline: 200 people send 1 MB PDFs, spread over a minute. */
export async function measureDeadline(stage: Stage): Promise<Result[]> {
  const stop = watchMemory(stage.program.pid);
  const resume = createPdf({ size: largest });
  const answers = await Promise.all(
    Array.from({ length: submits }, async (_, index) => {
      await pause((index * seconds * 1000) / submits);
      const hasDeck = index % Math.round(submits / withDeck) === 0;
      return apply(stage, hasDeck ? 'Startup Track' : 'Hacker Track', resume);
    }),
  );
  const accepted = answers.filter(({ status }) => status === 201).length;
  const took = answers.map((answer) => answer.took);
  const answered = atMost(
    `deadline: ${submits} submits with 1 MB PDFs, p95`,
    quantile(took, 0.95),
    2000,
    'ms',
  );
  return [
    { ...answered, baseline: `${accepted} × 201`, met: answered.met && accepted === submits },
    atMost('deadline: memory of the program', stop(), 512, 'MB'),
  ];
}

/** Measures how long each hostile resume takes until it is refused or read, and by how much the program's memory grows. */
export async function measureHostileResumes(stage: Stage): Promise<Result[]> {
  const { db, program } = stage;
  const before = readMemory(program.pid);
  const stop = watchMemory(program.pid);
  let slowest = { name: '', took: 0 };
  for (const [name, make] of Object.entries(hostilePdfs)) {
    const resume = make();
    const took = await time(async () => {
      const began = performance.now();
      const { id, status } = await apply(stage, 'Hacker Track', resume);
      const waiting = db
        .selectFrom('profiles')
        .innerJoin('applications', 'applications.id', 'application_id')
        .where('user_id', '=', id)
        .where('resume', '=', 'waiting')
        .select('application_id');
      while (status === 201 && performance.now() - began < timeout && (await waiting.executeTakeFirst()))
        await pause(20);
    });
    if (took > slowest.took) slowest = { name, took };
  }
  const grown = stop() - before;
  const alive = await fetch(`${program.url}/readyz`);
  const read = atMost(
    `${Object.keys(hostilePdfs).length} hostile resumes, the slowest: ${slowest.name}`,
    slowest.took,
    5000,
    'ms',
  );
  return [
    { ...read, met: read.met && alive.ok },
    atMost('hostile resumes: the program grew by', grown, 60, 'MB', `${Math.round(before)} MB before`),
  ];
}

/** Measures approving 500 people in one call, whose emails wait in the queue, and undoing that. */
export async function measureDecisions(stage: Stage): Promise<Result[]> {
  const { db, program } = stage;
  const headers = { cookie: await createOrganizer(stage), 'content-type': 'application/json' };
  const pending = db.selectFrom('applications').where('status', '=', 'pending').orderBy('id');
  const ids = (await pending.limit(decided).select('id').execute()).map(({ id }) => id);
  const send = (path: string, more: object) =>
    time(async () => {
      const body = JSON.stringify({ ids, status: 'approved', ...more });
      const answer = await fetch(`${program.url}/api/applications/${path}`, {
        method: 'POST',
        headers,
        body,
      });
      const { changed } = (await answer.json()) as { changed?: string[] };
      if (changed?.length !== decided) throw new Error(`${path} was answered with ${answer.status}`);
    });
  const [approved, undone]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    approved.push(await send('status', { undoable: true }));
    undone.push(await send('undo', {}));
  }
  return [
    atMost(`${decided} people approved in one call, worst`, Math.max(...approved), 3000, 'ms'),
    atMost(`${decided} approvals undone in one call, worst`, Math.max(...undone), 3000, 'ms'),
  ];
}
