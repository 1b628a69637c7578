import { paths } from '../platform/pages.ts';

/** Returns the link of an invitation; it opens a page of its own. */
export function formatInviteLink(origin: string, inviteCode: string): string {
  return `${origin}${paths.join}/${inviteCode}`;
}

/** Cleans an invite code as typed or pasted: takes the end of a link, and drops spaces and dashes. */
export function cleanInviteCode(typed: string): string {
  const code = typed.includes(`${paths.join}/`)
    ? typed.slice(typed.lastIndexOf(`${paths.join}/`) + paths.join.length + 1)
    : typed;
  return code.replace(/[?#].*$/s, '').replace(/[\s\u2010-\u2015-]/g, '');
}
