import { paths } from '../../contract/pages.ts';

/** The page of this site that the address bar asks to go to afterwards; the dashboard when it asks for anything else. */
export function getReturnTo(search: URLSearchParams): string {
  const asked = search.get('returnTo') ?? '';
  return /^\/(?![/\\]|api\/)[^\t\r\n]*$/.test(asked) ? asked : paths.dashboard;
}
