import type { TeamRole } from '../../../contract/people/staff.ts';
import type { Role } from '../../../contract/platform/roles.ts';

interface Person {
  id: string;
  role: Role;
  isOwner: boolean;
}

/** Returns what the Team page calls somebody's part; undefined for hackers and volunteers. */
export function toTeamRole({ role, isOwner }: Pick<Person, 'role' | 'isOwner'>): TeamRole | undefined {
  if (role === 'hacker' || role === 'volunteer') return undefined;
  if (role === 'admin') return isOwner ? 'owner' : 'organizer';
  return role;
}

/**
 * Returns why an organizer cannot change the role of a person (to none, when they are removed); undefined when they can.
 * `owners` are the ids of all owners.
 */
export function roleRefusal(
  actor: Person,
  person: Person,
  to: TeamRole | undefined,
  owners: readonly string[],
): 'owner_only' | 'last_owner' | undefined {
  if ((person.isOwner || to === 'owner') && !actor.isOwner) return 'owner_only';
  return person.isOwner && to !== 'owner' && owners.length === 1 ? 'last_owner' : undefined;
}

/** Organizers sign out everybody except owners, who are signed out by owners. */
export function canEndSessions(actor: Person, person: Person): boolean {
  return actor.isOwner || !person.isOwner;
}

/** Owners hand over to organizers. */
export function canHandOver(actor: Person, person: Person): boolean {
  return actor.isOwner && person.role === 'admin' && !person.isOwner;
}
