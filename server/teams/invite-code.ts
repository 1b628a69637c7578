import { limits } from '../../contract/limits.ts';
import type { Services } from '../services.ts';

/** Digits and capitals without I, L, O and U: nothing to misread, and 32 signs take exactly 5 bits of a byte. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function newCode({ random }: Pick<Services, 'random'>): string {
  return Array.from(random(limits.team.inviteCodeLength), (byte) => signs[byte % signs.length]).join('');
}

/** Tries new codes until `take` has got one that nobody has. */
export async function insertWithFreeCode<T>(
  services: Pick<Services, 'random'>,
  take: (code: string) => Promise<T | undefined | false>,
): Promise<T> {
  for (let tries = 0; tries < 20; tries += 1) {
    const taken = await take(newCode(services));
    if (taken) return taken;
  }
  throw new Error('no free invite code was found');
}
