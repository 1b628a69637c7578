/** What the script of the public pages leads to: by itself, so that it stays small. */
export const visitorPaths = {
  home: '/',
  apply: '/apply',
  dashboard: '/dashboard',
  scoring: '/scoring',
  // Browser navigations that the server answers.
  login: '/api/auth/login',
  logout: '/api/auth/logout',
} as const;
