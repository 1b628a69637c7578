// The invite code that somebody opened and has not used yet; a logout deletes it.
const key = 'invite';

/** Stores an invite code on this device until the person is in a team, dismisses it or logs out. */
export function storeInviteCode(code: string): void {
  localStorage.setItem(key, code);
}

/** Returns the stored invite code; null without one. */
export function readInviteCode(): string | null {
  return localStorage.getItem(key);
}

export function clearInviteCode(): void {
  localStorage.removeItem(key);
}
