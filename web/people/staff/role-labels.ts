import type { TeamRole } from '../../../contract/people/staff.ts';
import type { StaffRole } from '../../../contract/platform/roles.ts';

/** What each role of the Team page is called, and what it is for. */
export const teamRoleLabels: Record<TeamRole, { label: string; about: string }> = {
  owner: { label: 'Owner', about: 'Everything, and appoints other owners.' },
  organizer: { label: 'Organizer', about: 'Everything, but does not appoint owners.' },
  'application-reviewer': {
    label: 'Reviewer',
    about: 'Reads applications and rates them. Decides nothing, and exports nothing.',
  },
  'check-in-lead': { label: 'Check-in lead', about: 'Station, overview, walk-ins and volunteers.' },
  'judging-lead': { label: 'Judging lead', about: 'Judges, tables, scores and publishing the winners.' },
};

export const toRoleLabel = (role: StaffRole): string =>
  teamRoleLabels[role === 'admin' ? 'organizer' : role].label;
