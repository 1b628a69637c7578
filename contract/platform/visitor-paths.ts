/** The addresses that the public pages' script uses; in its own file to keep the script small. */
export const visitorPaths = {
  home: '/',
  apply: '/apply',
  dashboard: '/dashboard',
  scoring: '/scoring',
  // Browser navigations that the server answers.
  login: '/api/auth/login',
  logout: '/api/auth/logout',
} as const;
