import { limits } from '../../contract/limits.ts';
import type { Services } from '../platform/services.ts';

/** Digits and capitals without I, L, O and U: hard to misread, and 32 characters are exactly 5 bits of a byte. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a random code, which may already be in use. */
export function createCode({ random }: Pick<Services, 'random'>): string {
  return Array.from(random(limits.team.inviteCodeLength), (byte) => alphabet[byte % alphabet.length]).join(
    '',
  );
}

/** Calls `insert` with new codes until it succeeds with one that no team has; `insert` returns a falsy value when the code is taken. */
export async function insertWithFreeCode<T>(
  services: Pick<Services, 'random'>,
  insert: (code: string) => Promise<T | undefined | false>,
): Promise<T> {
  for (let tries = 0; tries < 20; tries += 1) {
    const inserted = await insert(createCode(services));
    if (inserted) return inserted;
  }
  throw new Error('no free invite code after 20 tries');
}
