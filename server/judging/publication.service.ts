import { listUnscoredCategories } from '../../contract/judging/judging-admin.ts';
import type * as contract from '../../contract/judging/results.ts';
import { limits } from '../../contract/limits.ts';
import { listJudgedPrizes } from '../../contract/projects/prizes.ts';
import { selectIdsWithAccess } from '../people-data/users.queries.ts';
import { recordAudit } from '../platform/audit/audit.service.ts';
import { lockKey } from '../platform/db/locks.ts';
import { transact } from '../platform/db/transact.ts';
import type { Call, CallBy } from '../platform/http/call.ts';
import { fail } from '../platform/http/problem.ts';
import type { Services } from '../platform/services.ts';
import { type DecisionRow, selectDecisions } from './decisions.queries.ts';
import { findLockRefusal } from './decisions.rules.ts';
import { selectActiveJudges, selectWaitingScores } from './judges.queries.ts';
import type { StoredWinner } from './judging.tables.ts';
import { findStoredResults, type PublishedResults } from './published-results.queries.ts';
import { findEntrants, nameWinners, storePublishedResults } from './published-results.service.ts';
import { listDecidedWinners, loadRankedGroups, type RankedGroups } from './ranked-groups.service.ts';
import { selectProjectsWithoutTable, selectTables } from './tables.queries.ts';
import { getTeamResults, listCategoryProgress } from './team-results.service.ts';

type Needs = Pick<Services, 'db' | 'event' | 'now'>;

const toText = (list: readonly StoredWinner[]) =>
  JSON.stringify(list.map(({ place, number, project }) => [place, number, project]));

/** Returns the locked groups that have winners, in published form. */
export function listLocked({ groups }: RankedGroups, decisions: readonly DecisionRow[]) {
  return groups.flatMap(({ stored: { key, label } }) => {
    const { winners, revision } = decisions.find((each) => each.key === key) ?? {};
    return winners && winners.length > 0 ? [{ key, label, winners, seen: `${key} ${revision}` }] : [];
  });
}

async function getReadiness(services: Needs): Promise<contract.Publication['readiness']> {
  const { db, event } = services;
  const counts = new Map(
    (await getTeamResults(services)).map((team) => [team.team_number, team.judge_count]),
  );
  const judges = await selectActiveJudges(db);
  const categories = listUnscoredCategories(await listCategoryProgress(services));
  return {
    ...(categories.length > 0 && { categories }),
    fewScores: (await selectTables(db))
      .map(({ teamNumber }) => teamNumber)
      .filter((number) => (counts.get(number) ?? 0) < limits.judging.scoresPerTeam),
    waiting: (await selectWaitingScores(db)).map(({ judge, scores }) => ({ judge, scores: Number(scores) })),
    oneJudge: listJudgedPrizes(event)
      .filter(({ key }) => judges.filter(({ prize }) => prize === key).length <= 1)
      .map(({ label }) => label),
    noTable: await selectProjectsWithoutTable(db),
  };
}

export async function getPublication(
  services: Needs,
  { actor: { id: actorId } }: CallBy<typeof contract.getPublication, string>,
): Promise<contract.Publication> {
  const { db } = services;
  const ranked = await loadRankedGroups(services);
  const decisions = await selectDecisions(db);
  const published = await findStoredResults(db);
  const locked = listLocked(ranked, decisions);
  const organizers = (await selectIdsWithAccess(db, 'judging-lead')).length;
  const winning = decisions.flatMap(({ winners }) => winners ?? []);
  const [toNamed, toEntrant] = [await nameWinners(db, winning), await findEntrants(db, winning)];
  const toDecision = (row: DecisionRow, group: RankedGroups['groups'][number]): contract.Decision => {
    const { revision, decision, decidedBy, decidedAt, lockedBy, lockedAt, winners } = row;
    const lockRefusal = findLockRefusal(row, { actorId, organizers });
    return {
      revision,
      ...decision,
      decidedBy,
      decidedAt: decidedAt.toISOString(),
      ...(lockRefusal && { lockRefusal }),
      locked: lockedAt && {
        by: lockedBy,
        at: lockedAt.toISOString(),
        isOutdated: toText(listDecidedWinners(group.stored, decision)) !== toText(winners!),
        winners: winners!.map((winner) => {
          const { name, team, place, tied } = toNamed(winner);
          const id = winner.project ?? String(winner.number);
          return { id, name, team, ...toEntrant(winner), place, tied };
        }),
      },
    };
  };
  return {
    publishedAt: published?.at ?? null,
    version: ranked.version,
    groups: ranked.groups.map((group) => {
      const row = decisions.find(({ key }) => key === group.stored.key);
      return { ...group.described, decision: row ? toDecision(row, group) : null };
    }),
    locked: locked.map(({ seen }) => seen),
    isOutdated: published !== undefined && toComparable(published.groups) !== toComparable(locked),
    organizers,
    readiness: await getReadiness(services),
  };
}

const toComparable = (groups: PublishedResults['groups']) =>
  groups.map(({ key, winners }) => `${key} ${toText(winners)}`).join();

/** Publishes the winners of the locked groups. Throws `decision_changed` if they differ from `locked`. */
export async function publishResults(services: Needs, { actor, body }: Call<typeof contract.publishResults>) {
  const { db, now } = services;
  await transact(db, async (trx) => {
    await lockKey(trx, 'results');
    const locked = listLocked(await loadRankedGroups(services), await selectDecisions(trx));
    if (
      locked
        .map((each) => each.seen)
        .sort()
        .join() !== body.locked.toSorted().join()
    )
      fail('decision_changed');
    const groups = locked.map(({ key, label, winners }) => ({ key, label, winners }));
    await storePublishedResults(trx, { at: now().toISOString(), groups });
    const detail = { groups: groups.map(({ key, winners }) => ({ key, winners: winners.length })) };
    await recordAudit(trx, actor.id, 'results.published', 'results', detail);
  });
}

/** Unpublishes the results; does nothing if none are published. */
export function withdrawResults({ db }: Needs, { actor }: Call<typeof contract.withdrawResults>) {
  return transact(db, async (trx) => {
    await lockKey(trx, 'results');
    if (!(await storePublishedResults(trx, null))) return;
    await recordAudit(trx, actor.id, 'results.withdrawn', 'results');
  });
}
