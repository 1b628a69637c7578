import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import { lockKey } from '../db/locks.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { fail } from '../http/problem.ts';
import { createCodeEmail } from '../mail/emails.ts';
import { queueMail } from '../mail/mail.service.ts';
import { deriveKey } from '../secret.ts';
import type { Services } from '../services.ts';
import { findOrCreateAccount, type OpenedSession, signIn } from '../users/users.service.ts';
import {
  incrementTries,
  insertCode,
  invalidateCodes,
  selectLiveCodes,
  selectMailTimes,
} from './email-codes.queries.ts';

const { digits, tries, lifetime, mails } = limits.emailCode;

/**
 * Mails a sign-in code, unless the address has had its share of mails. The caller cannot tell, and nothing is looked up
 * about the address: known and unknown ones take the same way.
 */
export async function startEmailSignIn(services: Services, email: string): Promise<void> {
  const { event, config, log } = services;
  const code = await transact(services.db, async (trx) => {
    await lockKey(trx, `email ${email}`);
    if (await hadItsShare(services, trx, email)) return undefined;
    const made = await createCode(services, trx, email, true);
    await queueMail(trx, {
      ...createCodeEmail({ event, code: made, minutes: lifetime / 60_000 }),
      to: email,
      userId: null,
    });
    return made;
  });
  // A warning, so that it is there at the quieter levels too: without it nobody could sign in.
  if (code && !config.smtpUrl) log.warn(`Sign-in code for ${masked(email)}: ${code}`);
}

/** Makes a code for an address: `digits` random digits, usable once within `lifetime`. */
export async function createCode(
  services: Services,
  trx: Db,
  email: string,
  mailed: boolean,
): Promise<string> {
  const code = randomDigits(services);
  const now = services.now();
  await insertCode(trx, {
    email,
    code_hash: hashCode(services, email, code),
    mailed,
    created_at: now,
    expires_at: new Date(now.getTime() + lifetime),
  });
  return code;
}

/**
 * Signs in whoever holds an address and its code, in place of the session `replaced`. A wrong code counts against every
 * live code of the address. Throws invalid_code.
 */
export async function verifyEmailSignIn(
  services: Services,
  { email, code }: { email: string; code: string },
  replaced?: string,
): Promise<OpenedSession> {
  const signedIn = await transact(services.db, async (trx) => {
    await lockKey(trx, `email ${email}`);
    const now = services.now();
    const live = await selectLiveCodes(trx, email, now, tries);
    const ids = live.map(({ id }) => id);
    if (ids.length === 0) return undefined;
    const expected = hashCode(services, email, code);
    if (!live.some(({ hash }) => timingSafeEqual(hash, expected))) {
      await incrementTries(trx, ids);
      return undefined;
    }
    await invalidateCodes(trx, ids, now);
    return signIn(services, trx, await findOrCreateAccount(trx, email), replaced);
  });
  if (!signedIn) {
    services.log.info('a sign-in code was refused');
    fail('invalid_code');
  }
  return signedIn;
}

async function hadItsShare({ config, now }: Services, trx: Db, email: string): Promise<boolean> {
  for (const { max, within } of mails) {
    const since = new Date(now().getTime() - within);
    if ((await selectMailTimes(trx, email, since)) >= max * config.rateLimitScale) return true;
  }
  return false;
}

function hashCode({ config }: Services, email: string, code: string): Buffer {
  // A million codes are soon tried against a bare hash: the key keeps a stolen database from telling them.
  return createHmac('sha256', deriveKey(config.secretKey, 'sign-in code'))
    .update(`${email} ${code}`)
    .digest();
}

function randomDigits({ random }: Services): string {
  const count = 10 ** digits;
  const fair = 2 ** 32 - (2 ** 32 % count);
  for (;;) {
    const drawn = random(4).readUInt32BE();
    if (drawn < fair) return String(drawn % count).padStart(digits, '0');
  }
}

function masked(email: string): string {
  return email.replace(/^(.)[^@]*/, '$1***');
}
