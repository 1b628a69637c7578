/** What somebody may do, as it is stored: a participant, a check-in helper, part of the team, or an organizer (`admin`). */
export const roles = [
  'hacker',
  'volunteer',
  'application-reviewer',
  'check-in-lead',
  'judging-lead',
  'admin',
] as const;
export type Role = (typeof roles)[number];

/** The roles of the people who run the event. */
export const staffRoles = ['application-reviewer', 'check-in-lead', 'judging-lead', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const isStaff = (role: Role | undefined): role is StaffRole =>
  staffRoles.some((known) => known === role);

/** The roles that get past each access that depends on one; some organizers are also owners. */
export const rolesByAccess = {
  user: roles,
  hacker: ['hacker'],
  'check-in': ['volunteer', 'check-in-lead', 'admin'],
  staff: staffRoles,
  'application-reviewer': ['application-reviewer', 'admin'],
  'check-in-lead': ['check-in-lead', 'admin'],
  'judging-lead': ['judging-lead', 'admin'],
  admin: ['admin'],
  owner: ['admin'],
} as const satisfies Record<string, readonly Role[]>;
export type RoleAccess = keyof typeof rolesByAccess;

/** Returns whether a role gets past an access. */
export const hasAccess = (role: Role | undefined, access: RoleAccess): boolean =>
  rolesByAccess[access].some((allowed) => allowed === role);
