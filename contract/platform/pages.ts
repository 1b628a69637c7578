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
  /** Followed by `#` and the code of a shift. */
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

/** Rendered by the server when the event admits walk-ins: the form, and the poster that leads to it. */
export const walkInPaths = { form: '/walk-in', poster: '/walk-in/poster' } as const;

/** Every address that a person can be at or navigates to. */
export const paths = {
  ...publicPages,
  ...appPages,
  /** Rendered by the server while the gallery is open, with each project below it. */
  projects: '/projects',
  /** The winners, while the results are published. */
  results: '/projects/results',
  login: visitorPaths.login,
  logout: visitorPaths.logout,
  calendar: '/api/schedule.ics',
} as const;

export const publicPaths: readonly string[] = /* @__PURE__ */ Object.values(publicPages);
export const appPaths: readonly string[] = /* @__PURE__ */ Object.values(appPages);

/** Ends the address of a page in an email: who is signed out signs in there, instead of going to the landing page. */
export const emailHash = '#from-email';
