import type { Role } from '../../../contract/platform/roles.ts';

/** Returns why an organizer cannot remove or delete a person; undefined if they can. */
export function removalRefusal(role: Role): 'removal_of_staff' | undefined {
  return role === 'hacker' ? undefined : 'removal_of_staff';
}
