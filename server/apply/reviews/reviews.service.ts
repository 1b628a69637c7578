import type * as contract from '../../../contract/apply/reviews.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import { cleanParagraph } from '../../../contract/platform/text-rules.ts';
import { createPanel, fitJudgeBias } from '../../../packages/judge-bias/judge-bias.ts';
import { isReviewBlind } from '../../people-data/blind-review.ts';
import { selectIdsWithAccess } from '../../people-data/users.queries.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import { notifySubscribers } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import { getApplication } from '../applications/applications-admin.service.ts';
import * as queries from './reviews.queries.ts';

/** Points of the judges' model per step of a rating. */
const pointsPerStep = 20;

/**
 * Returns the reviews of an application; while review is blind, those of others only once the reader has rated. Throws
 * `not_found`.
 */
export async function listReviews(services: Services, { actor, params }: Call<typeof contract.listReviews>) {
  const { db } = services;
  const { hidden } = await getApplication(services, { actor, params });
  const all = await queries.selectReviews(db, params.id);
  const own = all.find(({ userId }) => userId === actor.id);
  return {
    mine: own ? { rating: own.rating, note: own.note } : null,
    others: hidden
      ? null
      : all
          .filter((one) => one !== own)
          .map(({ by, rating, note, at }) => ({ by, rating, note, at: at.toISOString() })),
  };
}

/**
 * Saves the caller's review of an application, and ends their claim on it. Throws `not_found`, and `rating_fixed` while
 * review is blind, since whoever has rated has seen who applied.
 */
export async function saveReview(
  services: Services,
  { actor, params: { id }, body: { rating, note } }: Call<typeof contract.saveReview>,
): Promise<ResponseOf<typeof contract.listReviews>> {
  await getApplication(services, { actor, params: { id } });
  await transact(services.db, async (trx) => {
    const review = { applicationId: id, userId: actor.id, rating, note: cleanParagraph(note) };
    if (!(await queries.upsertReview(trx, { ...review, at: services.now() }))) fail('rating_fixed');
    await notifySubscribers(trx, 'applications');
  });
  return listReviews(services, { actor, params: { id } });
}

export const endClaimsOf: (trx: Db, userId: string) => Promise<void> = queries.deleteClaims;

/**
 * Claims applications for one organizer, until they are rated, decided or given back, so that no two people review the same
 * one at once.
 */
export async function claimApplications(
  { db }: Pick<Services, 'db'>,
  { actor, body: { count } }: Call<typeof contract.claimApplications>,
): Promise<ResponseOf<typeof contract.claimApplications>> {
  const ids = await transact(db, async (trx) => {
    await lockKey(trx, 'review-claims');
    const before = await queries.selectClaims(trx, actor.id);
    const left = Math.max(0, count - before.length);
    const claimed = await queries.insertClaims(trx, { userId: actor.id, count: left });
    await notifySubscribers(trx, 'applications');
    return [...before, ...claimed];
  });
  return { ids };
}

/**
 * Assigns applications to a reviewer, taking them from others; decided ones, and those the reviewer has rated, are left
 * alone. Returns how many were assigned. Throws `not_found` if the person is not a reviewer.
 */
export async function assignReviewer(
  { db }: Pick<Services, 'db'>,
  { actor, body: { ids, reviewer } }: Call<typeof contract.assignReviewer>,
): Promise<{ assigned: number }> {
  return transact(db, async (trx) => {
    await lockKey(trx, 'review-claims');
    if (!(await selectIdsWithAccess(trx, 'application-reviewer')).includes(reviewer)) fail('not_found');
    const assigned = await queries.assignClaims(trx, reviewer, ids);
    await recordAudit(trx, actor.id, 'reviews.assigned', reviewer, { applications: assigned });
    await notifySubscribers(trx, 'applications');
    return { assigned };
  });
}

export async function endClaims({ db }: Pick<Services, 'db'>, { actor }: Call<typeof contract.endClaims>) {
  await transact(db, async (trx) => {
    await queries.deleteClaims(trx, actor.id);
    await notifySubscribers(trx, 'applications');
  });
}

export async function updateBlindReview(
  { db }: Pick<Services, 'db'>,
  { actor, body: { blind } }: Call<typeof contract.updateBlindReview>,
): Promise<void> {
  await transact(db, async (trx) => {
    await queries.upsertBlindReview(trx, blind);
    await recordAudit(trx, actor.id, blind ? 'reviews.blind' : 'reviews.open', actor.id);
    await notifySubscribers(trx, 'applications');
  });
}

/**
 * Returns the state of the review for one organizer; while it is blind, ranks only of applications that they have rated.
 */
export async function getReviewStatus(
  { db }: Pick<Services, 'db'>,
  { actor }: Call<typeof contract.getReviewStatus>,
): Promise<ResponseOf<typeof contract.getReviewStatus>> {
  const [blind, claimed, ratings] = await Promise.all([
    isReviewBlind(db),
    queries.countClaims(db, actor.id),
    queries.selectRatings(db),
  ]);
  const ranking = rankRatings(ratings);
  if (!blind) return { blind, claimed, ranking };
  const rated = await queries.selectRatedBy(db, actor.id);
  return { blind, claimed, ranking: ranking.filter(({ application }) => rated.has(application)) };
}

/**
 * Ranks applications by their average, and by the average adjusted for each reviewer's lenience as `server/judging`
 * measures it.
 */
function rankRatings(ratings: Awaited<ReturnType<typeof queries.selectRatings>>) {
  const ids = [...new Set(ratings.map(({ application }) => application))];
  if (ids.length === 0) return [];
  const numbers = new Map(ids.map((id, at) => [id, at]));
  const panel = createPanel(
    ratings.map(({ application, reviewer, rating }) => ({
      judge: reviewer,
      team: numbers.get(application)!,
      total: rating * pointsPerStep,
    })),
  );
  const { raw, adjusted } = fitJudgeBias(panel);
  const [ranks, adjustedRanks] = [toRanks(raw), toRanks(adjusted)];
  return ids.map((application, at) => ({
    application,
    mean: raw[at]! / pointsPerStep,
    rank: ranks[at]!,
    adjusted: adjusted[at]! / pointsPerStep,
    adjustedRank: adjustedRanks[at]!,
  }));
}

/** Returns the rank of each value from 1, the highest first; equal values share one. */
function toRanks(values: Float64Array): number[] {
  const round = (value: number) => Math.round(value * 1e6);
  const sorted = [...values].map(round).sort((a, b) => b - a);
  const first = new Map<number, number>();
  for (const [at, value] of sorted.entries()) if (!first.has(value)) first.set(value, at + 1);
  return Array.from(values, (value) => first.get(round(value))!);
}
