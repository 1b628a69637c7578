import { agreementRoutes } from './agreements/agreements.routes.ts';
import { announcementRoutes } from './announcements/announcements.routes.ts';
import { applicationRoutes } from './applications/applications.routes.ts';
import { applicationAdminRoutes } from './applications/applications-admin.routes.ts';
import { decisionRoutes } from './applications/decisions.routes.ts';
import { myAccountRoutes } from './applications/my-account.routes.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { badgeRoutes } from './badges/badges.routes.ts';
import { certificateRoutes } from './certificates/certificates.routes.ts';
import { checkInRoutes } from './check-in/check-in.routes.ts';
import { checkInOverviewRoutes } from './check-in/check-in-overview.routes.ts';
import { documentationRoutes } from './documentation/documentation.routes.ts';
import { eventRoutes } from './event/event.routes.ts';
import { exportRoutes } from './exports/exports.routes.ts';
import { feedbackRoutes } from './feedback/feedback.routes.ts';
import { fileRoutes } from './files/files.routes.ts';
import { guardianRoutes } from './guardians/guardians.routes.ts';
import { judgingRoutes } from './judging/judging.routes.ts';
import { judgingAdminRoutes } from './judging/judging-admin.routes.ts';
import { prizeJudgingRoutes } from './judging/prize-judging.routes.ts';
import { publicationRoutes } from './judging/publication.routes.ts';
import { scoreReviewRoutes } from './judging/score-review.routes.ts';
import { liveRoutes } from './live/live.routes.ts';
import { placeRoutes } from './places/places.routes.ts';
import { pictureRoutes } from './projects/pictures.routes.ts';
import { projectRoutes } from './projects/projects.routes.ts';
import { projectAdminRoutes } from './projects/projects-admin.routes.ts';
import { reportRoutes } from './projects/reports.routes.ts';
import { pushRoutes } from './push/push.routes.ts';
import { questionRoutes } from './questions/questions.routes.ts';
import { resumeBookRoutes } from './resume-book/resume-book.routes.ts';
import { reviewRoutes } from './reviews/reviews.routes.ts';
import { searchRoutes } from './search/search.routes.ts';
import { teamDirectoryRoutes } from './teams/team-directory.routes.ts';
import { teamRoutes } from './teams/teams.routes.ts';
import { userRoutes } from './users/users.routes.ts';
import { volunteerRoutes } from './users/volunteers.routes.ts';
import { walkInRoutes } from './walk-ins/walk-ins.routes.ts';
import { walletRoutes } from './wallet/wallet.routes.ts';

/** What each feature serves. */
export const featureRoutes = [
  teamRoutes,
  projectRoutes,
  pictureRoutes,
  projectAdminRoutes,
  reportRoutes,
  teamDirectoryRoutes,
  judgingRoutes,
  judgingAdminRoutes,
  prizeJudgingRoutes,
  publicationRoutes,
  scoreReviewRoutes,
  liveRoutes,
  eventRoutes,
  documentationRoutes,
  checkInRoutes,
  checkInOverviewRoutes,
  volunteerRoutes,
  agreementRoutes,
  questionRoutes,
  guardianRoutes,
  announcementRoutes,
  pushRoutes,
  exportRoutes,
  certificateRoutes,
  feedbackRoutes,
  resumeBookRoutes,
  walkInRoutes,
  walletRoutes,
  badgeRoutes,
  fileRoutes,
  applicationRoutes,
  applicationAdminRoutes,
  decisionRoutes,
  placeRoutes,
  reviewRoutes,
  myAccountRoutes,
  searchRoutes,
  authRoutes,
  userRoutes,
];
