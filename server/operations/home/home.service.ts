import { limits } from '../../../contract/limits.ts';
import type * as contract from '../../../contract/operations/home.ts';
import { cleanLine } from '../../../contract/platform/text-rules.ts';
import { entranceId } from '../../apply/applications/applications.views.ts';
import {
  countApplications,
  loadApplicationPage,
} from '../../apply/applications/applications-admin.service.ts';
import { listMentions } from '../../apply/reviews/notes.service.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Services } from '../../platform/services.ts';
import { areResultsPublished } from '../../projects/published-results.service.ts';
import { selectHomeCounts, selectProjectsByTitle, selectTeamsWithLeaders } from './home.queries.ts';

/** Offers that end within so many milliseconds are shown. */
const soonIs = 24 * 3_600_000;

/** Returns what needs an organizer now, and what is set up. */
export async function getHome(
  { db, event, config, now }: Services,
  { actor: reader }: Call<typeof contract.getHome>,
): Promise<contract.Home> {
  const at = now();
  const soon = new Date(at.getTime() + soonIs);
  const [{ all, pending, held = 0 }, counted, resultsPublished, mentions] = await Promise.all([
    countApplications({ db, event }),
    selectHomeCounts(db, { entrance: entranceId(event), now: at, soon }),
    areResultsPublished(db),
    listMentions(db, reader.id),
  ]);
  const { oldestAt, firstEndsAt, waiting, ...counts } = counted;
  return {
    ...counts,
    applications: all,
    // People on the waitlist are decided: nobody has to review them.
    pending: Math.max(0, pending - waiting),
    oldestAt: oldestAt?.toISOString() ?? null,
    held,
    mentions,
    firstEndsAt: firstEndsAt?.toISOString() ?? null,
    resultsPublished,
    projectsDueAt: event.projects ? new Date(event.projects.deadline).toISOString() : null,
    sendsMail: config.smtpUrl !== undefined,
  };
}

/** Finds applicants, teams and projects by name, a few of each; nothing for a blank text. */
export async function findByName(
  services: Services,
  { actor, query: { q } }: Call<typeof contract.findByName>,
): Promise<contract.Found> {
  const text = cleanLine(q);
  if (!text) return { people: [], teams: [], projects: [] };
  const most = limits.find.perKind;
  const [{ page }, teams, projects] = await Promise.all([
    loadApplicationPage(services, actor, { q: text, sort: 'newest', limit: most }),
    selectTeamsWithLeaders(services.db, text, actor.id, most),
    services.event.projects ? selectProjectsByTitle(services.db, text, most) : [],
  ]);
  return {
    people: page.map(({ _id, user }) => ({ _id, name: user.name, detail: user.email ?? '' })),
    teams,
    projects,
  };
}
