import { paths } from '../platform/pages.ts';

/** Returns the link of an invitation: a page of its own, for whoever gets it. */
export function formatInviteLink(origin: string, inviteCode: string): string {
  return `${origin}${paths.join}/${inviteCode}`;
}
