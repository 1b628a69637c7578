import { storedText } from './stored-text.ts';

/** The invite code that somebody opened before signing in, whose account then has it; a logout deletes it. */
export const storedInviteCode = storedText('invite');
