import { paths } from '../platform/pages.ts';

/** Returns the link of an invitation: a page of its own, for whoever gets it. */
export function formatInviteLink(origin: string, inviteCode: string): string {
  return `${origin}${paths.join}/${inviteCode}`;
}

/** Returns what a person typed or pasted as an invite code: the end of a link, without spaces and dashes. */
export function cleanInviteCode(typed: string): string {
  const code = typed.includes(`${paths.join}/`)
    ? typed.slice(typed.lastIndexOf(`${paths.join}/`) + paths.join.length + 1)
    : typed;
  return code.replace(/[?#].*$/s, '').replace(/[\s\u2010-\u2015-]/g, '');
}
