import type { DemoTable, JudgingTrack, NextTable } from '../../contract/judging/judging.ts';
import { limits } from '../../contract/limits.ts';
import { listWebLinks } from '../../contract/platform/web-link.ts';
import type { Db } from '../platform/db/open.ts';
import { transact } from '../platform/db/transact.ts';
import { failIf } from '../platform/http/problem.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import type { Services } from '../platform/services.ts';
import type { SignedInJudge } from '../platform/sessions/sessions.service.ts';
import { trackScoringRefusal } from './judges.policy.ts';
import { findUsualTrack, selectActiveJudges } from './judges.queries.ts';
import { pickNextTable } from './pick-next-table.ts';
import { blockRounds } from './table-queues.ts';
import {
  endOpenVisit,
  insertVisit,
  lockTrack,
  selectConflictsOfJudge,
  selectScoredTables,
  selectTableProjects,
  selectTables,
  selectVisits,
} from './tables.queries.ts';

const { scoresPerTeam, visit: visitLasts, absentFor, busyFor } = limits.judging;

/**
 * Returns the tables in walking order, with what their people have submitted and whether the judge knows them; to a judge of a prize only those who have
 * entered for it.
 */
export async function listTables(
  { db, event }: Pick<Services, 'db' | 'event'>,
  judge?: Pick<SignedInJudge, 'id' | 'prize'>,
): Promise<DemoTable[]> {
  const conflicts = judge ? await selectConflictsOfJudge(db, judge.id) : new Set();
  const entered = event.projects ? await selectTableProjects(db) : [];
  const projects = new Map(entered.map((row) => [row.number, row]));
  const tables = (await selectTables(db)).map((row) => {
    const table = { ...row, ...(conflicts.has(row.teamNumber) && { conflict: true as const }) };
    const project = projects.get(table.teamNumber);
    if (!project) return table;
    const { title, tagline, prizes } = project;
    const special = event.specialCategories.map(({ key }) => key).filter((key) => prizes.includes(key));
    return { ...table, project: { title, tagline, special, links: listWebLinks(project) } };
  });
  const prize = judge?.prize;
  return prize ? tables.filter(({ teamNumber }) => projects.get(teamNumber)?.prizes.includes(prize)) : tables;
}

async function loadTrackState(db: Db, track: JudgingTrack, judge: SignedInJudge, now: Date) {
  const tables = (await selectTables(db)).filter((table) => table.track === track);
  const at = new Map(tables.map(({ teamNumber }, index) => [teamNumber, index]));
  const judges = (await selectActiveJudges(db)).filter(
    (each) => each.prize === null && (each.track === null || each.track === track),
  );
  const own = judges.findIndex(({ id }) => id === judge.id);
  const queue = blockRounds(tables.length, judges.length, scoresPerTeam)[own] ?? [];
  const done = (await selectScoredTables(db, track)).filter(({ teamNumber }) => at.has(teamNumber));
  const scored = done
    .filter(({ judgeId }) => judgeId === judge.id)
    .map(({ teamNumber }) => at.get(teamNumber)!);
  const conflicts = new Set<number>();
  const absent = new Set<number>();
  const reportedAbsent = new Set<number>();
  const busy = new Set<number>();
  const counts = tables.map(() => 0);
  let going: number | undefined;
  for (const { teamNumber } of done) counts[at.get(teamNumber)!]! += 1;
  for (const { judgeId, teamNumber, state, at: since } of await selectVisits(db, track)) {
    const table = at.get(teamNumber);
    if (table === undefined) continue;
    const age = now.getTime() - since.getTime();
    const mine = judgeId === judge.id;
    if (state === 'conflict' && mine) conflicts.add(table);
    if (state === 'absent' && age < absentFor) {
      if (mine || reportedAbsent.has(table)) absent.add(table);
      reportedAbsent.add(table);
    }
    if (state === 'busy' && age < busyFor) busy.add(table);
    if (state === 'going' && mine) going = table;
    if (state === 'going' && !mine && age < visitLasts) {
      busy.add(table);
      counts[table]! += 1;
    }
  }
  return { tables, queue, scored, conflicts, absent, busy, counts, going };
}

async function suggestTable(
  trx: Db,
  track: JudgingTrack,
  judge: SignedInJudge,
  now: Date,
): Promise<NextTable> {
  const { tables, queue, scored, conflicts, absent, busy, counts, going } = await loadTrackState(
    trx,
    track,
    judge,
    now,
  );
  const seen = new Set([...scored, ...conflicts]);
  const state = {
    tables: tables.length,
    scores: scoresPerTeam,
    seen,
    counts,
    absent,
    last: scored.at(-1) ?? -1,
  };
  const stays = going === undefined ? -1 : pickNextTable({ ...state, queue: [going], busy });
  const next = stays === going ? stays : pickNextTable({ ...state, queue, busy });
  const progress = { done: scored.length, total: Math.max(queue.length, scored.length + Number(next >= 0)) };
  await endOpenVisit(trx, judge.id, track);
  const table = tables[next];
  if (table) {
    const { teamNumber, teamName } = table;
    await insertVisit(trx, { judge_id: judge.id, track, team_number: teamNumber, state: 'going', at: now });
    if (next !== going) await notifySubscribers(trx, 'judging');
    return { next: { teamNumber, teamName }, ...progress };
  }
  const later = pickNextTable({ ...state, queue, busy: new Set(), absent: new Set() });
  return { next: null, reason: later < 0 ? 'done' : 'wait', ...progress };
}

/** Returns the judge's next table, in the usual track unless one is given: the same as before while it is still free. */
export function getNextTable(
  { db, now }: Services,
  judge: SignedInJudge,
  given?: JudgingTrack,
): Promise<NextTable> {
  failIf(trackScoringRefusal(judge));
  return transact(db, async (trx) => {
    const track = given ?? (await findUsualTrack(trx, judge.id)) ?? 'hacker';
    await lockTrack(trx, track);
    return suggestTable(trx, track, judge, now());
  });
}

export function skipTable(
  { db, now }: Services,
  judge: SignedInJudge,
  {
    track,
    teamNumber,
    reason,
  }: { track: JudgingTrack; teamNumber: number; reason: 'absent' | 'busy' | 'conflict' },
): Promise<NextTable> {
  failIf(trackScoringRefusal(judge));
  return transact(db, async (trx) => {
    await lockTrack(trx, track);
    await insertVisit(trx, { judge_id: judge.id, track, team_number: teamNumber, state: reason, at: now() });
    return suggestTable(trx, track, judge, now());
  });
}
