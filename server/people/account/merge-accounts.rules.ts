import type { Role } from '../../../contract/platform/roles.ts';

/** Returns why two accounts cannot be merged, given their roles and whether each has an application. */
export function mergeRefusal(roles: Role[], applied: { kept: boolean; removed: boolean }) {
  if (roles.some((role) => role !== 'hacker')) return 'merge_staff';
  return applied.removed && !applied.kept ? 'merge_applied' : undefined;
}
