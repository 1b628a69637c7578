import type { EventView } from '../../contract/event/site.ts';
import { sidebarPages } from '../../contract/platform/pages.ts';
import { hasAccess, type Role } from '../../contract/platform/roles.ts';

/** Returns whether a page has the organizers' sidebar beside it; others than organizers open some of these pages too. */
export const isInSidebar = (path: string): boolean => path in sidebarPages;

/** Returns whether somebody of this role opens a page of the sidebar; the calls of a page are checked by the server. */
export const canOpen = (role: Role | undefined, href: string): boolean =>
  hasAccess(role, sidebarPages[href.split('?')[0] ?? '']?.access ?? 'admin');

/** Returns whether the event does without what a page is about. */
export function isLeftOut(event: EventView | undefined, href: string): boolean {
  const part = sidebarPages[href]?.part;
  return part !== undefined && event !== undefined && event[part] === undefined;
}
