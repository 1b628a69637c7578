import type { Acknowledged, Load, LoadTarget } from './load.ts';

type Verified = Pick<LoadTarget, 'db' | 'command'> & {
  counts?: { unexpectedEnds: number };
  listStagedFiles?: () => string[];
};

/** Returns what is wrong after the faults, a line each: acknowledged writes that are lost or doubled, and broken invariants. */
export async function findLosses(
  site: Verified,
  load: Pick<Load, 'journal' | 'surprises'>,
  {
    expected = [],
  }: {
    /** The findings of `doctor` that are allowed. */
    expected?: RegExp[];
  } = {},
): Promise<string[]> {
  const { db } = site;
  const [applications, members, checkIns, scores, mails] = await Promise.all([
    db.selectFrom('applications').select('user_id').execute(),
    db.selectFrom('team_members').select(['user_id', 'team_id']).execute(),
    db.selectFrom('check_ins').where('state', '=', 'admitted').select(['user_id', 'key']).execute(),
    db.selectFrom('scores').select('idempotency_key').execute(),
    db.selectFrom('mails').select('recipient').distinct().execute(),
  ]);
  const stored = countEach([
    ...applications.map((row) => `application ${row.user_id}`),
    ...members.map((row) => `member ${row.user_id} ${row.team_id}`),
    ...checkIns.map((row) => `check-in ${row.user_id} ${row.key}`),
    // A request repeated because no answer came creates a second code, which is allowed.
    ...mails.map((row) => `mail ${row.recipient}`),
    ...scores.map((row) => `score ${row.idempotency_key}`),
  ]);
  const wrong = load.journal.map(describe).flatMap((write) => {
    const count = stored.get(write) ?? 0;
    if (count === 1) return [];
    return [count === 0 ? `lost: ${write}` : `${count} times: ${write}`];
  });
  const invariants = await site.command('doctor').catch((error: Error) => error.message);
  return [
    ...wrong,
    ...load.surprises,
    ...findProblems(invariants).filter((line) => !expected.some((one) => one.test(line))),
    ...(site.counts?.unexpectedEnds
      ? [`the program ended by itself ${site.counts.unexpectedEnds} times`]
      : []),
    ...(site.listStagedFiles?.() ?? []).map((name) => `left behind: ${name}`),
  ];
}

/** Returns the lines of `doctor` about what it found, which follow the line with their number. */
function findProblems(output: string): string[] {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const count = lines.findIndex((line) => /^Problems found/.test(line));
  return lines.slice(count + 1);
}

function describe(write: Acknowledged): string {
  if (write.kind === 'application') return `application ${write.userId}`;
  if (write.kind === 'member') return `member ${write.userId} ${write.teamId}`;
  if (write.kind === 'mail') return `mail ${write.address}`;
  return write.kind === 'check-in' ? `check-in ${write.userId} ${write.key}` : `score ${write.key}`;
}

function countEach(names: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
