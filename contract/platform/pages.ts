import type { RoleAccess } from './roles.ts';
import { visitorPaths } from './visitor-paths.ts';

/** The addresses of the pages that the server renders from the event. */
const publicPages = { home: visitorPaths.home, schedule: '/schedule' } as const;

/** The addresses of the single-page app. */
const appPages = {
  dashboard: visitorPaths.dashboard,
  apply: visitorPaths.apply,
  account: '/account',
  organizerHome: '/home',
  waitlist: '/waitlist',
  publish: '/publish',
  show: '/show',
  /** The second window of the show. */
  showScreen: '/show/screen',
  log: '/log',
  project: '/project',
  projectsOverview: '/projects-overview',
  checkIn: '/check-in',
  checkInOverview: '/check-in-overview',
  volunteers: '/volunteers',
  /** Followed by `#` and a shift's code. */
  shift: '/shift',
  badges: '/badges',
  announcements: '/announcements',
  help: '/help',
  lending: '/lending',
  afterEvent: '/after-event',
  judging: '/judging',
  settings: '/settings',
  staff: '/staff',
  signIn: '/sign-in',
  /** Followed by `/` and an invite code. */
  join: '/join',
  judge: '/judge',
  judgeLogin: '/login',
  trackSelect: '/track-select',
  scoring: visitorPaths.scoring,
  scoreReview: '/score-review',
  resumes: '/resumes',
} as const;

/** The station, opened for walk-ins. */
const walkInMode = `${appPages.checkIn}?mode=walk-in`;

/** An optional part of the event, as `EventView` calls it. */
type EventPart = 'capacity' | 'walkIns' | 'help' | 'lending' | 'projects';

/**
 * The pages of the organizers' sidebar: who sees each, the `part` that the event must have, the text of its link at the
 * station, if any, and whether everybody signed in can open it, as they can the other pages of `web/routes.tsx`.
 * `/dashboard` redirects volunteers to the station and mentors to the queue. `rolesByAccess` has the roles of each access.
 */
export const sidebarPages: Readonly<
  Record<string, { access: RoleAccess; part?: EventPart; stationLink?: string; isForEverybody?: boolean }>
> = {
  [appPages.organizerHome]: { access: 'staff' },
  [appPages.dashboard]: { access: 'application-reviewer', isForEverybody: true },
  [appPages.waitlist]: { access: 'admin', part: 'capacity' },
  [appPages.announcements]: { access: 'admin' },
  [appPages.checkIn]: { access: 'check-in' },
  [appPages.checkInOverview]: { access: 'check-in-lead' },
  [walkInMode]: { access: 'check-in', part: 'walkIns' },
  [appPages.help]: { access: 'mentor', part: 'help' },
  [appPages.lending]: { access: 'check-in', part: 'lending', stationLink: 'Hand out things' },
  [appPages.volunteers]: { access: 'check-in-lead' },
  [appPages.badges]: { access: 'admin' },
  [appPages.projectsOverview]: { access: 'admin', part: 'projects' },
  [appPages.judging]: { access: 'judging-lead' },
  [appPages.scoreReview]: { access: 'judging-lead' },
  [appPages.publish]: { access: 'judging-lead', part: 'projects' },
  [appPages.show]: { access: 'judging-lead', part: 'projects' },
  [appPages.afterEvent]: { access: 'admin' },
  [appPages.settings]: { access: 'admin' },
  [appPages.staff]: { access: 'admin' },
  [appPages.log]: { access: 'admin' },
};

/** Rendered by the server if the event admits walk-ins: the form, and the poster with its link. */
export const walkInPaths = { form: '/walk-in', poster: '/walk-in/poster' } as const;

/** Every address that a person can be at or navigate to. */
export const paths = {
  ...publicPages,
  ...appPages,
  /** Rendered by the server while the gallery is open; each project is below it. */
  projects: '/projects',
  /** The winners, while the results are published. */
  results: '/projects/results',
  login: visitorPaths.login,
  logout: visitorPaths.logout,
  calendar: '/api/schedule.ics',
} as const;

export const publicPaths: readonly string[] = /* @__PURE__ */ Object.values(publicPages);
export const appPaths: readonly string[] = /* @__PURE__ */ Object.values(appPages);

/** Ends a page's address in an email: signed-out readers are asked to sign in there instead of seeing the landing page. */
export const emailHash = '#from-email';
