import { paths } from './pages.ts';

const fragment = '#join=';

/** Returns the link of an invitation: a page of its own, for whoever gets it. */
export function formatInviteLink(origin: string, inviteCode: string): string {
  return `${origin}${paths.join}/${inviteCode}`;
}

/** Returns the invite code in the fragment of a link as earlier versions made them; empty when there is none. */
export function parseInviteFragment(hash: string): string {
  return hash.startsWith(fragment) ? hash.slice(fragment.length) : '';
}
