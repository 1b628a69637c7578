import type { Role } from '../../../contract/platform/roles.ts';

export function removalRefusal(role: Role): 'removal_of_staff' | undefined {
  return role === 'hacker' ? undefined : 'removal_of_staff';
}
