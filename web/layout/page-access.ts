import { paths } from '../../contract/platform/pages.ts';
import { hasAccess, type Role, type RoleAccess } from '../../contract/platform/roles.ts';

/** The pages of the rail that others than organizers open. */
const accesses: Readonly<Record<string, RoleAccess>> = {
  [paths.organizerHome]: 'staff',
  [paths.dashboard]: 'application-reviewer',
  [paths.checkIn]: 'check-in',
  [paths.lending]: 'check-in',
  [paths.checkInOverview]: 'check-in-lead',
  [paths.volunteers]: 'check-in-lead',
  [paths.judging]: 'judging-lead',
  [paths.scoreReview]: 'judging-lead',
  [paths.publish]: 'judging-lead',
  [paths.show]: 'judging-lead',
};

/** Returns whether somebody of this role opens a page of the rail; the calls of a page are checked by the server. */
export function canOpen(role: Role | undefined, href: string): boolean {
  const [path = ''] = href.split('?');
  return hasAccess(role, accesses[path] ?? 'admin');
}
