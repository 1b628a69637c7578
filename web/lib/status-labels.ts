import type { ApplicationStatus } from '../../contract/apply/applications.ts';

/** What organizers read for each status of an application. */
export const statusLabels = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
} as const satisfies Record<ApplicationStatus, string>;
