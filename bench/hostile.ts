import { setTimeout as pause } from 'node:timers/promises';
import { hostilePdfs } from '../server/testing/hostile-pdfs.ts';
import { applicationForm } from './burst.ts';
import { readMemory } from './memory.ts';
import type { Stage } from './stage.ts';
import type { Result } from './table.ts';

// In milliseconds.
const limit = 5000;
const timeout = 30_000;

/** Measures how long each hostile resume takes until it is refused or read, and how much memory the program uses. */
export async function measureHostileResumes({ db, program, createCookie }: Stage): Promise<Result[]> {
  const before = readMemory(program.pid);
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, readMemory(program.pid));
  }, 50);
  let slowest = { name: '', took: 0 };
  for (const [name, make] of Object.entries(hostilePdfs)) {
    const { id } = await db
      .insertInto('users')
      .values({ name, email: `${name.replace(/\W+/g, '.')}@example.org` })
      .returning('id')
      .executeTakeFirstOrThrow();
    const body = applicationForm('Hacker Track', make());
    const cookie = await createCookie(id);
    const started = performance.now();
    const headers = { cookie };
    const { ok } = await fetch(`${program.url}/api/applications`, { method: 'POST', headers, body });
    while (ok && performance.now() - started < timeout) {
      const waiting = await db
        .selectFrom('profiles')
        .innerJoin('applications', 'applications.id', 'application_id')
        .where('user_id', '=', id)
        .where('resume', '=', 'waiting')
        .select('application_id')
        .executeTakeFirst();
      if (!waiting) break;
      await pause(20);
    }
    const took = performance.now() - started;
    if (took > slowest.took) slowest = { name, took };
  }
  clearInterval(watch);
  const alive = await fetch(`${program.url}/readyz`);
  return [
    {
      work: `${Object.keys(hostilePdfs).length} hostile resumes, the slowest: ${slowest.name}`,
      ours: `${Math.round(slowest.took)} ms`,
      baseline: '',
      bar: '< 5000 ms',
      met: slowest.took < limit && alive.ok,
    },
    {
      work: 'hostile resumes: the program grew by',
      ours: `${Math.round(peak - before)} MB`,
      baseline: `${Math.round(before)} MB before`,
      bar: '< 60 MB',
      met: peak - before < 60,
    },
  ];
}
