import type { Application, ApplicationStatus } from '../../../contract/apply/applications.ts';
import type * as contract from '../../../contract/apply/applications-admin.ts';
import { otherPrefix } from '../../../contract/apply/form-questions.ts';
import type { Event } from '../../../contract/event/event.ts';
import { hasAccess } from '../../../contract/platform/roles.ts';
import { cleanLine } from '../../../contract/platform/text-rules.ts';
import { splitWords } from '../../../packages/text/fold-text.ts';
import { listAuditEntries } from '../../people-data/audit-entries.ts';
import type { AnswerFilter } from '../../people-data/people-filter.ts';
import { toPatterns } from '../../platform/db/like.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { SignedInUser } from '../../platform/sessions/session-holders.ts';
import { listAgreements, listAgreementsOf } from '../agreements/agreements.service.ts';
import { findGuardianState, listGuardians } from '../guardians/guardians.service.ts';
import { listPlaces } from '../places/places.service.ts';
import { countAnswers, listAnswers } from '../questions/questions.service.ts';
import { entranceId, toApplication } from './applications.views.ts';
import * as queries from './applications-admin.queries.ts';
import {
  countApplicationsByDay,
  countApplicationsByStatus,
  countApprovedTotals,
  countArrivalsByTenMinutes,
  selectApplicationDetails,
} from './statistics.queries.ts';

type Counts = Record<ApplicationStatus | 'all', number>;

type ApplicationListQuery = Call<typeof contract.listApplications>['query'];

/** The most answers that filter a list at once. */
const mostAnswers = 5;

/**
 * Parses a filter by answers; only organizers can filter by sensitive ones. Throws `invalid_input` for an unknown question.
 */
function parseAnswerFilters(
  { questions }: Pick<Event, 'questions'>,
  answers: string,
  { seesSensitive }: { seesSensitive: boolean },
): Pick<queries.ApplicationFilter, 'answers' | 'openAnswers'> {
  const filters = [...new URLSearchParams(answers)].slice(0, mostAnswers).map(([id, value]): AnswerFilter => {
    const question =
      questions.find((each) => each.id === id && (seesSensitive || !each.sensitive)) ??
      fail('invalid_input', { fields: { answers: 'names a question that is not asked' } });
    if (question.other && value === otherPrefix) return { id, has: otherPrefix };
    const isChosen = question.options || question.type === 'country' || question.type === 'consent';
    return isChosen ? { id, is: value } : { id, words: splitWords(cleanLine(value)) };
  });
  return { [seesSensitive ? 'answers' : 'openAnswers']: filters };
}

/** Returns a page of applications, and how many match the filter. */
export async function loadApplicationPage(
  { db, event, now }: Pick<Services, 'db' | 'event' | 'now'>,
  actor: SignedInUser,
  query: ApplicationListQuery,
): Promise<{ page: Application[]; total: number }> {
  const { q = '', sort, limit, offset, after, status, answers, ...given } = query;
  const counts = await countApplications({ db, event });
  const seesSensitive = hasAccess(actor.role, 'admin');
  const narrowing = { ...given, ...(answers && parseAnswerFilters(event, answers, { seesSensitive })) };
  const filter = {
    status,
    ...narrowing,
    entrance: entranceId(event),
    patterns: toPatterns(splitWords(cleanLine(q))),
    held: Boolean(counts.held),
    reader: { id: actor.id, now: now() },
  };
  const isNarrowed =
    filter.patterns.length > 0 || Object.values(narrowing).some((value) => value !== undefined);
  const [rows, total] = await Promise.all([
    queries.selectApplications(db, filter, { sort, limit, offset, after }),
    isNarrowed ? queries.countFilteredApplications(db, filter) : counts[status ?? 'all'],
  ]);
  const places = await listPlaces(
    { db, event },
    rows.map(({ id }) => id),
  );
  return { page: rows.map((row) => toApplication(event, actor, row, places.get(row.id))), total };
}

/** Returns the number of applications, in all and by decided status, and how many of the decisions are held. */
export async function countApplications({
  db,
  event,
}: Pick<Services, 'db' | 'event'>): Promise<Counts & { held?: number; holding?: true }> {
  const counts = { all: 0, pending: 0, approved: 0, rejected: 0 };
  let heldCount = 0;
  for (const { shown, decided, count, held } of await countApplicationsByStatus(db)) {
    counts[decided] += count;
    if (!held) counts.all += count;
    else {
      counts[shown] -= count;
      heldCount += count;
    }
  }
  if (event.holdDecisions) return { ...counts, held: heldCount, holding: true };
  return heldCount > 0 ? { ...counts, held: heldCount } : counts;
}

/** Returns one application as organizers see it; other readers get nothing sensitive. Throws `not_found`. */
export async function getApplication(
  { db, event, now }: Pick<Services, 'db' | 'event' | 'now'>,
  { actor, params: { id } }: Call<typeof contract.getApplication>,
): Promise<Application> {
  const reader = { id: actor.id, now: now() };
  const row =
    (await queries.findApplicationForOrganizers(db, id, entranceId(event), reader)) ?? fail('not_found');
  const places = await listPlaces({ db, event }, [id]);
  const application = toApplication(event, actor, row, places.get(id));
  const agreements = await listAgreements(db, row.userId);
  const blind = new Set(application.hidden ? [row.userId] : []);
  const seesSensitive = hasAccess(actor.role, 'admin');
  const answers = (await listAnswers(db, event, [row.userId], { seesSensitive, blind })).get(row.userId);
  const guardian = await findGuardianState(db, row.userId);
  const seesAddress = seesSensitive && !application.hidden;
  return {
    ...application,
    ...(guardian && { guardian: seesAddress ? guardian : { ...guardian, email: null } }),
    ...((answers || event.questions.length > 0) && { answers: answers ?? [] }),
    ...((agreements.length > 0 || event.agreements.length > 0) && { agreements }),
  };
}

const decisionActions = new Set(
  ['approved', 'rejected', 'undone', 'released', 'offered', 'lapsed', 'waitlisted'].map(
    (done) => `application.${done}`,
  ),
);

/** Returns the history of an application and its person. Throws `not_found`. */
export async function getApplicationHistory(
  services: Services,
  { actor, params: { id } }: Call<typeof contract.getApplicationHistory>,
) {
  const { user, hidden } = await getApplication(services, { actor, params: { id } });
  const entries = await listAuditEntries(services.db, [id, user._id]);
  // The other entries are actions of the applicant, and name them.
  return hidden ? entries.filter(({ action }) => decisionActions.has(action)) : entries;
}

/** Returns the figures of the charts; only organizers get those of sensitive answers. */
export async function getApplicationStatistics(
  { db, event }: Services,
  { actor }: Call<typeof contract.getApplicationStatistics>,
) {
  const arrivals = await countArrivalsByTenMinutes(db, entranceId(event));
  const approved = await countApprovedTotals(db);
  const pick = (wanted: string) =>
    approved.filter(({ what }) => what === wanted).map(({ value, count }) => ({ value, count }));
  return {
    days: await countApplicationsByDay(db, event.timezone),
    arrivals: arrivals.map(({ at, count }) => ({ at: at.toISOString(), count })),
    shirts: pick('shirt'),
    diets: pick('diet'),
    answers: await countAnswers(db, event, { seesSensitive: hasAccess(actor.role, 'admin') }),
    coming: {
      yes: 0,
      no: 0,
      silent: 0,
      ...Object.fromEntries(pick('coming').map(({ value, count }) => [value, count])),
    },
  };
}

/** Returns what an export contains besides the applications themselves. */
export async function listApplicationDetails(
  { db, event }: Services,
  { actor, body: { ids } }: Call<typeof contract.listApplicationDetails>,
) {
  const rows = await selectApplicationDetails(db, ids, actor.id);
  const userIds = rows.map(({ userId }) => userId);
  const hidden = new Set(rows.filter((row) => row.hidden).map(({ userId }) => userId));
  const answers = await listAnswers(db, event, userIds, { seesSensitive: true, blind: hidden });
  const agreements = await listAgreementsOf(db, userIds);
  const guardians = await listGuardians({ db, event }, userIds);
  return rows.map(({ userId, hidden: _, reviews, notes, ...details }) => ({
    ...details,
    ...(reviews && { reviews }),
    ...(notes && { notes }),
    answers: answers.get(userId),
    agreements: agreements.get(userId),
    guardian: guardians.get(userId),
  }));
}
