import { setTimeout as pause } from 'node:timers/promises';
import { createPdf } from '../server/testing/pdf.ts';
import { readMemory } from './memory.ts';
import type { Stage } from './stage.ts';
import type { Result } from './table.ts';

const submits = 200;
const seconds = Number(process.env.BENCH_BURST_SECONDS ?? 60);
const withDeck = 60;
const largest = 1_048_575;

/** Returns a valid application with these files. */
export function applicationForm(track: string, resume: Buffer = createPdf({ size: largest })): FormData {
  const sent = new FormData();
  const fields = {
    major: 'Physics',
    dietaryRestrictions: 'vegan',
    tShirtSize: 'M',
    whyJoin: 'To learn.',
    track,
    teamPreference: 'solo',
  };
  for (const [name, value] of Object.entries(fields)) sent.append(name, value);
  const file = new Blob([new Uint8Array(resume)], { type: 'application/pdf' });
  sent.append('resume', file, 'resume.pdf');
  if (track === 'Startup Track') sent.append('pitchDeck', file, 'deck.pdf');
  return sent;
}

/** Measures the last minute before the deadline: 200 people send 1 MB PDFs, spread over a minute. */
export async function measureDeadline({ db, program, createCookie }: Stage): Promise<Result[]> {
  const people = await db
    .insertInto('users')
    .values(
      Array.from({ length: submits }, (_, index) => ({
        name: `Late ${index}`,
        email: `late.${index}@example.org`,
      })),
    )
    .returning('id')
    .execute();
  const cookies = await Promise.all(people.map(({ id }) => createCookie(id)));
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, readMemory(program.pid));
  }, 100);
  const started = performance.now();
  const answers = await Promise.all(
    cookies.map(async (cookie, index) => {
      await pause((index * seconds * 1000) / submits);
      const body = applicationForm(
        index % Math.round(submits / withDeck) === 0 ? 'Startup Track' : 'Hacker Track',
      );
      const sentAt = performance.now();
      const { status } = await fetch(`${program.url}/api/applications`, {
        method: 'POST',
        headers: { cookie },
        body,
      });
      return { status, took: performance.now() - sentAt };
    }),
  );
  clearInterval(watch);
  const times = answers.map(({ took }) => took).sort((a, b) => a - b);
  const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
  const accepted = answers.filter(({ status }) => status === 201).length;
  const took = Math.round((performance.now() - started) / 1000);
  return [
    {
      work: `deadline: ${submits} submits with 1 MB PDFs in ${took} s`,
      ours: `${accepted} × 201, p95 ${Math.round(p95)} ms`,
      baseline: '',
      bar: 'all 201, p95 < 2000 ms',
      met: accepted === submits && p95 < 2000,
    },
    {
      work: 'deadline: memory of the program',
      ours: `${Math.round(peak)} MB`,
      baseline: '',
      bar: '< 512 MB',
      met: peak < 512,
    },
  ];
}
