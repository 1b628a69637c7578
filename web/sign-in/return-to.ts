import { paths } from '../../contract/pages.ts';

/** Returns the page of this site that `returnTo` names; the dashboard for anything else. */
export function getReturnTo(search: URLSearchParams): string {
  const asked = search.get('returnTo') ?? '';
  return /^\/(?![/\\]|api\/)[^\t\r\n]*$/.test(asked) ? asked : paths.dashboard;
}
