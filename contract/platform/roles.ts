/**
 * What a person may do, as stored: a participant, a helper at check-in, a mentor, a team member, or an organizer (`admin`).
 */
export const roles = [
  'hacker',
  'volunteer',
  'mentor',
  'application-reviewer',
  'check-in-lead',
  'judging-lead',
  'admin',
] as const;
export type Role = (typeof roles)[number];

export const staffRoles = ['application-reviewer', 'check-in-lead', 'judging-lead', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** The roles that the volunteers page can assign. */
export const helperRoles = ['volunteer', 'mentor'] as const;
export type HelperRole = (typeof helperRoles)[number];

export const isHelper = (role: Role): role is HelperRole => helperRoles.some((known) => known === role);

export const isStaff = (role: Role | undefined): role is StaffRole =>
  staffRoles.some((known) => known === role);

/** The roles that pass each role-based access; some organizers are also owners. */
export const rolesByAccess = {
  user: roles,
  hacker: ['hacker'],
  'check-in': ['volunteer', 'check-in-lead', 'admin'],
  mentor: ['mentor', 'admin'],
  staff: staffRoles,
  'application-reviewer': ['application-reviewer', 'admin'],
  'check-in-lead': ['check-in-lead', 'admin'],
  'judging-lead': ['judging-lead', 'admin'],
  admin: ['admin'],
  owner: ['admin'],
} as const satisfies Record<string, readonly Role[]>;
export type RoleAccess = keyof typeof rolesByAccess;

export const hasAccess = (role: Role | undefined, access: RoleAccess): boolean =>
  rolesByAccess[access].some((allowed) => allowed === role);
