import type { EventView } from '../../contract/event/site.ts';
import { paths } from '../../contract/platform/pages.ts';
import { hasAccess, type Role, type RoleAccess } from '../../contract/platform/roles.ts';

/**
 * The pages of the rail, with who sees each there. The other pages of the app are in `web/routes.tsx`, where `RequireUser`
 * lets in everybody who has signed in: a mentor opens `/help`, and `/dashboard` leads volunteers to the station.
 */
const accesses: Readonly<Record<string, RoleAccess>> = {
  [paths.organizerHome]: 'staff',
  [paths.dashboard]: 'application-reviewer',
  [paths.waitlist]: 'admin',
  [paths.announcements]: 'admin',
  [paths.checkIn]: 'check-in',
  [paths.checkInOverview]: 'check-in-lead',
  [paths.help]: 'admin',
  [paths.lending]: 'check-in',
  [paths.volunteers]: 'check-in-lead',
  [paths.badges]: 'admin',
  [paths.projectsOverview]: 'admin',
  [paths.judging]: 'judging-lead',
  [paths.scoreReview]: 'judging-lead',
  [paths.publish]: 'judging-lead',
  [paths.show]: 'judging-lead',
  [paths.afterEvent]: 'admin',
  [paths.settings]: 'admin',
  [paths.staff]: 'admin',
  [paths.log]: 'admin',
};

/** The pages that only an event with such a part has. */
const parts: Readonly<Record<string, keyof EventView>> = {
  [paths.waitlist]: 'capacity',
  [`${paths.checkIn}?mode=walk-in`]: 'walkIns',
  [paths.help]: 'help',
  [paths.lending]: 'lending',
  [paths.projectsOverview]: 'projects',
  [paths.publish]: 'projects',
  [paths.show]: 'projects',
};

/** Returns whether a page has the organizers' rail beside it; others than organizers open some of these pages too. */
export const isInRail = (path: string): boolean => path in accesses;

/** Returns whether somebody of this role opens a page of the rail; the calls of a page are checked by the server. */
export const canOpen = (role: Role | undefined, href: string): boolean =>
  hasAccess(role, accesses[href.split('?')[0] ?? ''] ?? 'admin');

/** Returns whether the event does without what a page is about. */
export function isLeftOut(event: EventView | undefined, href: string): boolean {
  const part = parts[href];
  return part !== undefined && event !== undefined && event[part] === undefined;
}
