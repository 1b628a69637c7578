const fragment = '#join=';

/** Returns a link that opens the dashboard with the invite code filled in. The fragment stays in the browser: no log has the code. */
export function formatInviteLink(origin: string, inviteCode: string): string {
  return `${origin}/dashboard${fragment}${inviteCode}`;
}

/** Returns the invite code in the fragment of a link; empty when there is none. */
export function parseInviteLink(hash: string): string {
  return hash.startsWith(fragment) ? hash.slice(fragment.length) : '';
}
