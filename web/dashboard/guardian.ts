import type { Application } from '../../contract/apply/applications.ts';

export const passNeedsGuardian = 'This pass counts once your parent or guardian says yes.';

/** Returns whether somebody who may still come cannot take part yet: their guardian has refused, or not answered. */
export const isGuardianMissing = ({ status, guardian, checkedInAt }: Application) =>
  guardian !== undefined && !guardian.confirmedAt && !checkedInAt && status !== 'rejected';
