import type { TeamRole } from '../../../contract/people/staff.ts';
import { isStaff, type Role } from '../../../contract/platform/roles.ts';
import type { Config } from '../../platform/config.ts';
import { leaveOwnersRefusal } from '../users/roles.rules.ts';

interface Person {
  id: string;
  role: Role;
  isOwner: boolean;
}

/** Returns the staff role of a person; undefined for hackers, volunteers and mentors. */
export function toTeamRole({ role, isOwner }: Pick<Person, 'role' | 'isOwner'>): TeamRole | undefined {
  if (!isStaff(role)) return undefined;
  if (role === 'admin') return isOwner ? 'owner' : 'organizer';
  return role;
}

/**
 * Returns why an organizer cannot change a person's role (to none, when removing them); undefined if they can. `owners` are
 * the ids of all owners.
 */
export function roleRefusal(
  actor: Person,
  person: Person,
  to: TeamRole | undefined,
  owners: readonly string[],
): 'owner_only' | 'last_owner' | undefined {
  if ((person.isOwner || to === 'owner') && !actor.isOwner) return 'owner_only';
  return to === 'owner' ? undefined : leaveOwnersRefusal(person.id, owners);
}

/** Returns why the caller cannot sign a person out: only owners sign out owners. */
export function endSessionsRefusal(actor: Person, person: Person): 'owner_only' | undefined {
  return actor.isOwner || !person.isOwner ? undefined : 'owner_only';
}

/**
 * Returns whether the caller gets an invitation's link. The link signs in as the invited person, so only owners get it,
 * only if the site has neither email nor a provider for that person, and only for an account that nobody has used or
 * applied with.
 */
export function mayPassOnLink(
  { smtpUrl, oidc }: Pick<Config, 'smtpUrl' | 'oidc'>,
  actor: Pick<Person, 'isOwner'>,
  person: { lastSeenAt: Date | null; applicationId: string | null },
): boolean {
  return actor.isOwner && !smtpUrl && !oidc && !person.lastSeenAt && !person.applicationId;
}

/** Owners hand over to organizers. */
export function canHandOver(actor: Person, person: Person): boolean {
  return actor.isOwner && person.role === 'admin' && !person.isOwner;
}
