/** Every address a person can be at, once. */
export const paths = {
  home: '/',
  schedule: '/schedule',
  dashboard: '/dashboard',
  apply: '/apply',
  checkIn: '/check-in',
  badges: '/badges',
  judging: '/judging',
  door: '/door',
  volunteers: '/volunteers',
  signIn: '/sign-in',
  judge: '/judge',
  judgeLogin: '/login',
  trackSelect: '/track-select',
  scoring: '/scoring',
  scoreReview: '/score-review',
  /** Browser navigations, answered by the server. */
  login: '/api/auth/login',
  logout: '/api/auth/logout',
  calendar: '/api/schedule.ics',
} as const;
