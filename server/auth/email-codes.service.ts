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
import { findOrCreateAccount } from '../users/users.service.ts';
import {
  countEmailedCodes,
  incrementTries,
  insertCode,
  invalidateCodes,
  selectLiveCodes,
} from './email-codes.queries.ts';
import { type OpenedSession, signIn } from './sign-in.service.ts';

const { digits, tries, lifetime, mails } = limits.emailCode;

/**
 * Emails a sign-in code, unless the address has reached its limit of emails. The caller cannot tell which, and nothing is
 * looked up about the address, so known and unknown ones take the same time.
 */
export async function startEmailSignIn(services: Services, email: string): Promise<void> {
  const { event, config, log } = services;
  const code = await transact(services.db, async (trx) => {
    await lockKey(trx, `email ${email}`);
    if (await hasReachedEmailLimit(services, trx, email)) return undefined;
    const created = await createCode(services, trx, email, true);
    await queueMail(trx, {
      ...createCodeEmail({ event, code: created, minutes: lifetime / 60_000 }),
      to: email,
      userId: null,
    });
    return created;
  });
  // Logged as a warning because the quieter log levels must show it too: without SMTP nobody could sign in.
  if (code && !config.smtpUrl) log.warn(`Sign-in code for ${maskEmail(email)}: ${code}`);
}

/** Creates a code for an address: `digits` random digits, usable once within `lifetime`. */
export async function createCode(
  services: Services,
  trx: Db,
  email: string,
  emailed: boolean,
): Promise<string> {
  const code = randomDigits(services);
  const now = services.now();
  await insertCode(trx, {
    email,
    code_hash: hashCode(services, email, code),
    mailed: emailed,
    created_at: now,
    expires_at: new Date(now.getTime() + lifetime),
  });
  return code;
}

/**
 * Signs in with an emailed code, in place of the session `replaced`. A wrong code counts against every live code of the
 * address. Throws `invalid_code`.
 */
export async function verifyEmailSignIn(
  services: Services,
  { email, code }: { email: string; code: string },
  replaced?: string,
): Promise<OpenedSession> {
  const opened = await transact(services.db, async (trx) => {
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
  if (!opened) {
    services.log.info('sign-in code refused');
    fail('invalid_code');
  }
  return opened;
}

async function hasReachedEmailLimit({ config, now }: Services, trx: Db, email: string): Promise<boolean> {
  for (const { max, within } of mails) {
    const since = new Date(now().getTime() - within);
    if ((await countEmailedCodes(trx, email, since)) >= max * config.rateLimitScale) return true;
  }
  return false;
}

function hashCode({ config }: Services, email: string, code: string): Buffer {
  // All million codes are quickly tried against a plain hash; with a key, a stolen database does not reveal them.
  return createHmac('sha256', deriveKey(config.secretKey, 'sign-in code'))
    .update(`${email} ${code}`)
    .digest();
}

function randomDigits({ random }: Services): string {
  const count = 10 ** digits;
  // Larger draws would make some codes more likely.
  const largest = 2 ** 32 - (2 ** 32 % count);
  for (;;) {
    const drawn = random(4).readUInt32BE();
    if (drawn < largest) return String(drawn % count).padStart(digits, '0');
  }
}

function maskEmail(email: string): string {
  return email.replace(/^(.)[^@]*/, '$1***');
}
