import type * as contract from '../../contract/judging/results.ts';
import { selectIdsWithAccess } from '../people-data/users.queries.ts';
import { recordAudit } from '../platform/audit/audit.service.ts';
import { lockKey } from '../platform/db/locks.ts';
import type { Db } from '../platform/db/open.ts';
import { transact } from '../platform/db/transact.ts';
import type { Call } from '../platform/http/call.ts';
import { fail } from '../platform/http/problem.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import type { Services } from '../platform/services.ts';
import * as queries from './decisions.queries.ts';
import { findLockRefusal } from './decisions.rules.ts';
import {
  listDecidedWinners,
  loadRankedGroups,
  type RankedGroups,
  requireConfirmed,
} from './ranked-groups.service.ts';

type Needs = Pick<Services, 'db' | 'event' | 'now'>;

const requireGroup = ({ groups }: RankedGroups, key: string) =>
  groups.find(({ stored }) => stored.key === key) ?? fail('not_found');

async function findDecision(trx: Db, group: string): Promise<queries.DecisionRow | undefined> {
  return (await queries.selectDecisions(trx)).find(({ key }) => key === group);
}

/**
 * Stores the winners of a group; with a single organizer this locks them. Throws `decision_locked`, `decision_changed` if
 * the stored decision is not the one that the caller saw, `results_changed`, `results_undecided` and `one_prize`.
 */
export function decideResult(
  services: Needs,
  {
    actor: { id: actorId },
    body: { group: key, version, revision, ...decision },
  }: Call<typeof contract.decideResult>,
): Promise<void> {
  const { db, now } = services;
  return transact(db, async (trx) => {
    await lockKey(trx, 'results');
    const before = await findDecision(trx, key);
    if (before?.lockedAt) fail('decision_locked');
    if ((before?.revision ?? 0) !== revision) fail('decision_changed');
    const ranked = await loadRankedGroups(services, version);
    requireConfirmed(requireGroup(ranked, key).described, decision);
    await queries.upsertDecision(trx, { key, decision, by: actorId, at: now() });
    const { places, order, reason, confirmed } = decision;
    const detail = { places, confirmed, ...(order && { order }), ...(reason && { reason }) };
    await recordAudit(trx, actorId, 'results.decided', key, detail);
    const known = new Set(before?.decision.excluded.map(({ id }) => id));
    for (const { id, reason: why } of decision.excluded.filter((each) => !known.has(each.id)))
      await recordAudit(trx, actorId, 'results.excluded', `${key} ${id}`, { reason: why });
    const organizers = (await selectIdsWithAccess(trx, 'judging-lead')).length;
    if (organizers === 1) await lockGroup(services, trx, { key, actorId, ranked });
    await notifySubscribers(trx, 'judging');
  });
}

/**
 * Locks another organizer's decision. Does nothing if it is already locked. Throws as `decideResult`, and `decision_own`.
 */
export function lockResult(
  services: Needs,
  { actor: { id: actorId }, body: { group: key, version, revision } }: Call<typeof contract.lockResult>,
): Promise<void> {
  return transact(services.db, async (trx) => {
    await lockKey(trx, 'results');
    const before = await findDecision(trx, key);
    if (before?.revision !== revision) fail('decision_changed');
    if (before.lockedAt) return;
    const refusal = findLockRefusal(before, {
      actorId,
      organizers: (await selectIdsWithAccess(trx, 'judging-lead')).length,
    });
    if (refusal) fail(refusal);
    await lockGroup(services, trx, { key, actorId, ranked: await loadRankedGroups(services, version) });
    await notifySubscribers(trx, 'judging');
  });
}

interface Locking {
  key: string;
  actorId: string;
  ranked: RankedGroups;
}

/** Stores the current winners of a decided group. Throws `results_undecided` and `one_prize`. */
async function lockGroup(services: Needs, trx: Db, { key, actorId, ranked }: Locking): Promise<void> {
  const decisions = await queries.selectDecisions(trx);
  const { decision } = decisions.find((each) => each.key === key) ?? fail('not_found');
  const { stored, described } = requireGroup(ranked, key);
  requireConfirmed(described, decision);
  const winners = listDecidedWinners(stored, decision);
  const { projects } = services.event;
  if (projects !== false && projects.onePrizePerProject) requireOnePrize({ key, winners }, decisions, ranked);
  const ranking = stored.ranking.map(({ id }) => id);
  await queries.updateLocked(trx, { key, by: actorId, at: services.now(), ranking, winners });
  await recordAudit(trx, actorId, 'results.locked', key, { winners: winners.length });
}

type Winners = NonNullable<queries.DecisionRow['winners']>;

/** Throws `one_prize` if a winner also wins another locked group. */
function requireOnePrize(
  { key, winners }: { key: string; winners: Winners },
  decisions: readonly queries.DecisionRow[],
  { groups }: RankedGroups,
): void {
  const listParties = (group: string, list: Winners) => {
    const ids = new Set(list.map(({ number, project }) => project ?? String(number)));
    const found = groups.find(({ stored }) => stored.key === group)?.described;
    return found?.ranking.filter(({ id }) => ids.has(id)) ?? [];
  };
  const own = listParties(key, winners);
  for (const other of decisions) {
    if (other.key === key || !other.winners) continue;
    const parties = new Set(listParties(other.key, other.winners).map(({ party }) => party));
    const twice = own.find(({ party }) => parties.has(party));
    const prize = groups.find(({ stored }) => stored.key === other.key)?.stored.label ?? other.key;
    if (twice) fail('one_prize', { values: { name: twice.name, prize } });
  }
}

/** Unlocks a group, so that it can be decided again; does nothing if it is not locked. */
export function unlockResult(
  { db }: Pick<Services, 'db'>,
  { actor: { id: actorId }, body: { group: key, reason } }: Call<typeof contract.unlockResult>,
): Promise<void> {
  return transact(db, async (trx) => {
    await lockKey(trx, 'results');
    if (!(await queries.updateUnlocked(trx, key))) return;
    await recordAudit(trx, actorId, 'results.unlocked', key, { reason });
    await notifySubscribers(trx, 'judging');
  });
}
