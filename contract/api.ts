import * as agreements from './agreements.ts';
import * as announcements from './announcements.ts';
import * as applications from './applications.ts';
import * as applicationsAdmin from './applications-admin.ts';
import * as auth from './auth.ts';
import * as badges from './badges.ts';
import * as certificates from './certificates.ts';
import * as checkIn from './check-in.ts';
import * as checkInOverview from './check-in-overview.ts';
import * as decisions from './decisions.ts';
import type { Endpoint } from './endpoint.ts';
import * as eventExports from './exports.ts';
import * as feedback from './feedback.ts';
import * as files from './files.ts';
import * as guardians from './guardians.ts';
import * as judging from './judging.ts';
import * as judgingAdmin from './judging-admin.ts';
import * as live from './live.ts';
import * as myAccount from './my-account.ts';
import * as places from './places.ts';
import * as prizeJudging from './prize-judging.ts';
import * as projectPictures from './project-pictures.ts';
import * as projectReports from './project-reports.ts';
import * as projects from './projects.ts';
import * as projectsAdmin from './projects-admin.ts';
import * as push from './push.ts';
import * as questions from './questions.ts';
import * as results from './results.ts';
import * as resumeBook from './resume-book.ts';
import * as reviews from './reviews.ts';
import * as search from './search.ts';
import * as site from './site.ts';
import * as teamDirectory from './team-directory.ts';
import * as teams from './teams.ts';
import * as users from './users.ts';
import * as volunteers from './volunteers.ts';
import * as walkIns from './walk-ins.ts';
import * as wallet from './wallet.ts';

function listCalls(module: Record<string, unknown>): [string, Endpoint][] {
  return Object.entries(module).filter(
    (entry): entry is [string, Endpoint] =>
      typeof entry[1] === 'object' &&
      entry[1] !== null &&
      'method' in entry[1] &&
      'path' in entry[1] &&
      'access' in entry[1],
  );
}

/** Every call of the contract by its name. */
export const calls: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  [
    auth,
    users,
    applications,
    files,
    applicationsAdmin,
    decisions,
    places,
    myAccount,
    agreements,
    guardians,
    questions,
    checkIn,
    badges,
    checkInOverview,
    teams,
    projects,
    projectPictures,
    projectsAdmin,
    projectReports,
    teamDirectory,
    judging,
    judgingAdmin,
    prizeJudging,
    results,
    reviews,
    search,
    volunteers,
    walkIns,
    wallet,
    announcements,
    push,
    certificates,
    eventExports,
    feedback,
    resumeBook,
    live,
    site,
  ].flatMap(listCalls),
);

/** Every call of the contract, for the documentation and for tests. */
export const endpoints: readonly Endpoint[] = Object.values(calls);
