// The invite code that somebody opened before signing in; a logout deletes it.
const key = 'invite';

/** Stores an invite code on this device until somebody signs in, whose account then has it. */
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
