import { limits } from '../../../contract/limits.ts';
import * as contract from '../../../contract/operations/home.ts';
import { hasAccess, type RoleAccess } from '../../../contract/platform/roles.ts';
import { cleanLine } from '../../../contract/platform/text-rules.ts';
import { splitWords } from '../../../packages/text/fold-text.ts';
import { entranceId } from '../../apply/applications/applications.views.ts';
import {
  countApplications,
  loadApplicationPage,
} from '../../apply/applications/applications-admin.service.ts';
import { listMentions } from '../../apply/reviews/notes.service.ts';
import { areResultsPublished } from '../../event/project-switches.ts';
import { listOpenProblems } from '../../event-day/check-in/refused-scans.service.ts';
import { countWithoutTable } from '../../judging/table-admin.service.ts';
import { countUnconfirmed } from '../../people-data/users.queries.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Services } from '../../platform/services.ts';
import { selectByName, selectHomeCounts } from './home.queries.ts';

/** Offers that end within so many milliseconds are shown. */
const soonIs = 24 * 3_600_000;

/** Returns what needs an organizer now, and the progress of the setup. */
export async function getHome(
  { db, event, config, now }: Services,
  { actor: reader }: Call<typeof contract.getHome>,
): Promise<contract.Home> {
  const at = now();
  const soon = new Date(at.getTime() + soonIs);
  const [
    { all, pending, held = 0 },
    counted,
    resultsPublished,
    mentions,
    unconfirmed,
    problems,
    withoutTable,
  ] = await Promise.all([
    countApplications({ db, event }),
    selectHomeCounts(db, { entrance: entranceId(event), now: at, soon }),
    areResultsPublished(db),
    listMentions(db, reader.id),
    countUnconfirmed(db),
    listOpenProblems(db),
    countWithoutTable({ db, event }),
  ]);
  const { oldestAt, firstEndsAt, jobsDueSince, waiting, ...counts } = counted;
  return {
    ...counts,
    applications: all,
    // People on the waitlist are decided: nobody has to review them.
    pending: Math.max(0, pending - waiting),
    oldestAt: oldestAt?.toISOString() ?? null,
    held,
    mentions,
    problems,
    unconfirmed,
    withoutTable,
    firstEndsAt: firstEndsAt?.toISOString() ?? null,
    jobsDueSince: jobsDueSince?.toISOString() ?? null,
    resultsPublished,
    projectsDueAt: event.projects ? new Date(event.projects.deadline).toISOString() : null,
    sendsMail: config.smtpUrl !== undefined,
  };
}

/** The access of the page that shows each kind. */
const accessOf: Record<contract.FoundKind, RoleAccess> = {
  applicant: 'application-reviewer',
  staff: 'admin',
  helper: 'check-in-lead',
  judge: 'judging-lead',
  team: 'application-reviewer',
  project: 'admin',
};

/** Finds a few results of each kind that the reader's role may see, by words of their names; nothing for a blank text. */
export async function findByName(services: Services, { actor, query }: Call<typeof contract.findByName>) {
  const { db, event, now } = services;
  const text = cleanLine(query.q);
  const words = splitWords(text);
  if (words.length === 0) return [];
  const most = limits.find.perKind;
  const kinds = contract.foundKinds.filter(
    (kind) => hasAccess(actor.role, accessOf[kind]) && (kind !== 'project' || event.projects),
  );
  const [{ page }, others] = await Promise.all([
    kinds.includes('applicant')
      ? loadApplicationPage(services, actor, { q: text, sort: 'newest', limit: most })
      : { page: [] },
    selectByName(db, words, { kinds, reader: actor.id, now: now(), most }),
  ]);
  const applicants = page.map(({ _id, user }) => ({
    kind: 'applicant' as const,
    key: _id,
    name: user.name,
    detail: user.email ?? '',
  }));
  return [...applicants, ...others];
}
