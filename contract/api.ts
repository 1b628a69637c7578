import * as certificates from './after/certificates.ts';
import * as eventExports from './after/exports.ts';
import * as feedback from './after/feedback.ts';
import * as resumeBook from './after/resume-book.ts';
import * as agreements from './apply/agreements.ts';
import * as applicationImport from './apply/application-import.ts';
import * as applications from './apply/applications.ts';
import * as applicationsAdmin from './apply/applications-admin.ts';
import * as decisions from './apply/decisions.ts';
import * as guardians from './apply/guardians.ts';
import * as myAccount from './apply/my-account.ts';
import * as notes from './apply/notes.ts';
import * as places from './apply/places.ts';
import * as questions from './apply/questions.ts';
import * as reviews from './apply/reviews.ts';
import * as search from './apply/search.ts';
import * as settings from './event/settings.ts';
import * as site from './event/site.ts';
import * as announcements from './event-day/announcements.ts';
import * as badges from './event-day/badges.ts';
import * as checkIn from './event-day/check-in.ts';
import * as checkInOverview from './event-day/check-in-overview.ts';
import * as help from './event-day/help.ts';
import * as lending from './event-day/lending.ts';
import * as walkIns from './event-day/walk-ins.ts';
import * as wallet from './event-day/wallet.ts';
import * as judging from './judging/judging.ts';
import * as judgingAdmin from './judging/judging-admin.ts';
import * as results from './judging/results.ts';
import * as backup from './operations/backup.ts';
import * as home from './operations/home.ts';
import * as log from './operations/log.ts';
import * as account from './people/account.ts';
import * as auth from './people/auth.ts';
import * as shifts from './people/shifts.ts';
import * as staff from './people/staff.ts';
import * as users from './people/users.ts';
import * as volunteers from './people/volunteers.ts';
import { type Endpoint, listCalls } from './platform/endpoint.ts';
import * as files from './platform/files.ts';
import * as live from './platform/live.ts';
import * as push from './platform/push.ts';
import * as webhook from './platform/webhook.ts';
import * as projectPictures from './projects/project-pictures.ts';
import * as projectReports from './projects/project-reports.ts';
import * as projects from './projects/projects.ts';
import * as projectsAdmin from './projects/projects-admin.ts';
import * as teamDirectory from './teams/team-directory.ts';
import * as teams from './teams/teams.ts';

export const calls: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  [
    auth,
    users,
    applications,
    applicationImport,
    files,
    applicationsAdmin,
    decisions,
    places,
    myAccount,
    account,
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
    results,
    reviews,
    notes,
    search,
    shifts,
    volunteers,
    staff,
    walkIns,
    help,
    lending,
    wallet,
    announcements,
    push,
    certificates,
    eventExports,
    feedback,
    resumeBook,
    home,
    log,
    backup,
    live,
    site,
    settings,
    webhook,
  ].flatMap(listCalls),
);

export const endpoints: readonly Endpoint[] = Object.values(calls);
