import type * as contract from '../../contract/judging/judging.ts';
import { listTrackRubrics } from '../../contract/judging/judging-tracks.ts';
import { limits } from '../../contract/limits.ts';
import { listWebLinks } from '../../contract/platform/web-link.ts';
import type { Db } from '../platform/db/open.ts';
import { transact } from '../platform/db/transact.ts';
import type { Call } from '../platform/http/call.ts';
import { failIf } from '../platform/http/problem.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import type { Services } from '../platform/services.ts';
import type { SignedInJudge } from '../platform/sessions/session-holders.ts';
import { findUsualTrack, selectActiveJudges } from './judges.queries.ts';
import { pickNextTable } from './pick-next-table.ts';
import { trackRefusal } from './scores.policy.ts';
import { blockRounds, listRubricJudges } from './table-queues.ts';
import * as queries from './tables.queries.ts';
import { requireTrackRubric } from './track-rubrics.ts';

const { scoresPerTeam, visit: visitLasts, absentFor, busyFor, busyReports } = limits.judging;

/**
 * Returns the tables in walking order, with what their people have submitted and whether the judge knows them; a judge of a
 * prize gets only those entered for it.
 */
export async function listTables(
  { db, event }: Pick<Services, 'db' | 'event'>,
  { actor: judge }: Partial<Call<typeof contract.listTables>> = {},
): Promise<contract.DemoTable[]> {
  const conflicts = judge ? await queries.selectConflictsOfJudge(db, judge.id) : new Set();
  const entered = event.projects ? await queries.selectTableProjects(db) : [];
  const projects = new Map(entered.map((row) => [row.number, row]));
  const tables = (await queries.selectTables(db)).map((row) => {
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

async function loadState(db: Db, rubric: queries.Rubric, judge: SignedInJudge, now: Date) {
  const { prize } = rubric;
  const tables = await queries.selectTablesOfRubric(db, rubric);
  const at = new Map(tables.map(({ teamNumber }, index) => [teamNumber, index]));
  const judges = listRubricJudges(await selectActiveJudges(db), rubric);
  const own = judges.findIndex(({ id }) => id === judge.id);
  const queue = blockRounds(tables.length, judges.length, scoresPerTeam)[own] ?? [];
  const done = (await queries.selectScoredTables(db, rubric)).filter(({ teamNumber }) => at.has(teamNumber));
  const scored = done
    .filter(({ judgeId }) => judgeId === judge.id)
    .map(({ teamNumber }) => at.get(teamNumber)!);
  const conflicts = new Set<number>();
  const absent = new Set<number>();
  const reportedAbsent = new Set<number>();
  const busy = new Set<number>();
  const reports = new Map<string, number>();
  const counts = tables.map(() => 0);
  let going: number | undefined;
  for (const { teamNumber } of done) counts[at.get(teamNumber)!]! += 1;
  for (const { judgeId, teamNumber, state, at: since } of await queries.selectVisits(db, rubric)) {
    const table = at.get(teamNumber);
    if (table === undefined) continue;
    const age = now.getTime() - since.getTime();
    const mine = judgeId === judge.id;
    if (state === 'conflict' && mine) conflicts.add(table);
    if (state === 'absent' && age < absentFor) {
      if (mine || reportedAbsent.has(table)) absent.add(table);
      reportedAbsent.add(table);
    }
    if (state === 'busy' && age < busyFor) {
      const later = reports.get(judgeId) ?? 0;
      if (mine || later < busyReports) busy.add(table);
      reports.set(judgeId, later + 1);
    }
    if (state === 'going' && mine) going = table;
    if (state === 'going' && !mine && age < visitLasts) {
      busy.add(table);
      counts[table]! += 1;
    }
  }
  // All judges of a prize may score every table entered for it.
  const scores = prize === null ? scoresPerTeam : judges.length;
  return { tables, scores, queue, scored, conflicts, absent, busy, counts, going };
}

async function suggestTable(
  trx: Db,
  rubric: queries.Rubric,
  judge: SignedInJudge,
  now: Date,
): Promise<contract.NextTable> {
  const loaded = await loadState(trx, rubric, judge, now);
  const { tables, scores, queue, scored, conflicts, absent, busy, counts, going } = loaded;
  const seen = new Set([...scored, ...conflicts]);
  const state = {
    tables: tables.length,
    scores,
    seen,
    counts,
    absent,
    last: scored.at(-1) ?? -1,
  };
  const stays = going === undefined ? -1 : pickNextTable({ ...state, queue: [going], busy });
  const next = stays === going ? stays : pickNextTable({ ...state, queue, busy });
  const own = rubric.prize === null ? queue.length : tables.length - conflicts.size;
  const progress = { done: scored.length, total: Math.max(own, scored.length + Number(next >= 0)) };
  await queries.endOpenVisit(trx, judge.id, rubric);
  const table = tables[next];
  if (table) {
    const { teamNumber, teamName, track } = table;
    const visit = { judge_id: judge.id, track, prize: rubric.prize, team_number: teamNumber };
    await queries.insertVisit(trx, { ...visit, state: 'going', at: now });
    if (next !== going) await notifySubscribers(trx, 'judging');
    return { next: { teamNumber, teamName }, ...progress };
  }
  const later = pickNextTable({ ...state, queue, busy: new Set(), absent: new Set() });
  return { next: null, reason: later < 0 ? 'done' : 'wait', ...progress };
}

/**
 * Returns the judge's next table, by default in the usual track: the same as before while it is still free. Throws
 * `other_track` and `invalid_input`.
 */
export function getNextTable(
  services: Services,
  { actor: judge, query: { track: given } }: Call<typeof contract.getNextTable>,
): Promise<contract.NextTable> {
  const { db, now, event } = services;
  if (given) {
    requireTrackRubric(services, given);
    failIf(trackRefusal(judge, given));
  }
  return transact(db, async (trx) => {
    const track = given ?? (await findUsualTrack(trx, judge.id)) ?? listTrackRubrics(event)[0]!;
    const rubric = { track, prize: judge.prize };
    await queries.lockRubric(trx, rubric);
    return suggestTable(trx, rubric, judge, now());
  });
}

/** Skips a table and returns the next one. Throws `other_track` and `invalid_input`. */
export function skipTable(
  services: Services,
  { actor: judge, body: { track, teamNumber, reason } }: Call<typeof contract.skipTable>,
): Promise<contract.NextTable> {
  const { db, now } = services;
  requireTrackRubric(services, track);
  failIf(trackRefusal(judge, track));
  return transact(db, async (trx) => {
    const rubric = { track, prize: judge.prize };
    await queries.lockRubric(trx, rubric);
    const visit = { judge_id: judge.id, ...rubric, team_number: teamNumber };
    await queries.insertVisit(trx, { ...visit, state: reason, at: now() });
    return suggestTable(trx, rubric, judge, now());
  });
}
