const fragment = '#join=';

/** The link that opens the dashboard with an invite code typed in. A fragment stays in the browser: no log sees the code. */
export function formatInviteLink(origin: string, inviteCode: string): string {
  return `${origin}/dashboard${fragment}${inviteCode}`;
}

/** The invite code that came with a link's fragment; empty when none did. */
export function parseInviteLink(hash: string): string {
  return hash.startsWith(fragment) ? hash.slice(fragment.length) : '';
}
