import { limits } from '../../../contract/limits.ts';
import { findOrCreateAccount } from '../../people-data/accounts.service.ts';
import { deleteExpiredSessions } from '../../people-data/sessions.service.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import { fail } from '../../platform/http/problem.ts';
import { hashNetwork, type RateLimit } from '../../platform/http/rate-limit.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { createEmail, type EmailSender } from '../../platform/mail/email.ts';
import { queueMail } from '../../platform/mail/mail.service.ts';
import { codePlaceholder, deriveCode } from '../../platform/mail/mail-secrets.ts';
import { toMailbox } from '../../platform/mail/mailbox.ts';
import type { Services } from '../../platform/services.ts';
import { isKnownDevice } from '../../platform/sessions/device-marks.ts';
import { createToken, hashToken } from '../../platform/sessions/session-holders.ts';
import * as queries from './auth.queries.ts';
import { type Identity, joinAccount } from './oidc.service.ts';
import { type OpenedSession, signIn } from './sign-in.service.ts';

// The number of wrong codes allowed is `limits.signInCode.tries` in contract/limits.ts, with the other limits. Wrong
// passwords of judges and reviewers are limited in `judging/judge-auth.service.ts` and `judging/score-review.service.ts`.
const { tries, outsideTryEvery, lifetime, perBrowser, perNetwork, perMailbox, siteWide } = limits.signInCode;
type EmailLimit = Record<'max' | 'within' | 'thenEvery', number>;
const allEmailLimits: EmailLimit[] = [...perBrowser, ...perNetwork, ...perMailbox];
/** How long codes are kept, in milliseconds: the limits count them. */
const longestEmailLimit = Math.max(...allEmailLimits.map(({ within }) => within));

/** What identifies a browser that asks for a code. */
interface AskingBrowser {
  flowToken?: string | undefined;
  ip: string;
  /** The mark of a known device. */
  device?: string | undefined;
}

/** The caller, as limits count it. */
interface Asked {
  flowHash: Buffer;
  network: Buffer;
  isKnown: boolean;
}

/**
 * Emails each browser a sign-in code of its own, and returns the token for its flow cookie. It looks up nothing about the
 * account, so known and unknown addresses get the same answer in the same time. Throws `too_many_codes` when a limit on
 * emails is reached.
 */
export async function startEmailSignIn(
  services: Services,
  email: string,
  { flowToken = createToken(services), ip, device }: AskingBrowser,
): Promise<string> {
  const { event, config, db, log, rateLimits } = services;
  const mailbox = toMailbox(email);
  const asked = {
    flowHash: hashToken(flowToken),
    network: hashNetwork(config, 'sign-in networks', ip),
    isKnown: isKnownDevice(config, 'user', device, email),
  };
  const siteLimit = createSiteLimit(config);
  const isSiteFull = (await rateLimits.consume([siteLimit], services.now().getTime())) > 0;
  const { code, wait } = await transact(db, async (trx) => {
    await lockKey(trx, `mailbox ${mailbox}`);
    const wait =
      (await getEmailWait(services, trx, mailbox, asked)) ||
      (isSiteFull && (await getNetworkWait(services, trx, asked)));
    if (wait) return { wait };
    const id = await createCodeRow(services, trx, email, asked);
    await queueMail(trx, {
      ...createCodeEmail({ event, code: codePlaceholder, minutes: lifetime / 60_000 }),
      to: email,
      userId: null,
      codeId: id,
    });
    return { code: deriveCode(config, id) };
  });
  if (wait) {
    if (isSiteFull) log.warn('sign-in emails: the limit of the whole site is reached');
    else await rateLimits.refund([siteLimit]);
    fail('too_many_codes', { retryAfter: Math.ceil(wait / 1000) });
  }
  // A warning, so that the quieter log levels show it too: without SMTP nobody could sign in.
  if (!config.smtpUrl) log.warn(`Sign-in code for ${maskEmail(email)}: ${code}`);
  return flowToken;
}

/** Creates a code for the operator to pass on: usable once, in any browser, without an email. */
export async function createCode(services: Services, trx: Db, email: string): Promise<string> {
  return deriveCode(services.config, await createCodeRow(services, trx, email));
}

async function createCodeRow(services: Services, trx: Db, email: string, asked?: Asked): Promise<string> {
  const now = services.now();
  return queries.insertCode(trx, {
    email,
    mailbox: toMailbox(email),
    flow_hash: asked?.flowHash ?? null,
    network: asked?.network ?? null,
    known_device: asked?.isKnown ?? false,
    mailed: asked !== undefined,
    created_at: now,
    expires_at: new Date(now.getTime() + lifetime),
  });
}

interface CodeUse {
  flowToken?: string | undefined;
  replaced?: string | undefined;
  /** The provider account whose address the code confirms. */
  identity?: Identity | undefined;
}

/**
 * Signs in with a code, in place of the session `replaced`. The browser that asked has its own tries, which nobody else can
 * use up; all other browsers share a slower allowance for each code. Throws `invalid_code`.
 */
export async function verifyEmailSignIn(
  services: Services,
  { email, code }: { email: string; code: string },
  { flowToken, replaced, identity }: CodeUse,
): Promise<OpenedSession> {
  const opened = await transact(services.db, async (trx) => {
    await lockKey(trx, `email ${email}`);
    const now = services.now();
    const codes = await queries.selectCodes(trx, email, now);
    const { open, own } = findTriableCodes(codes, flowToken, now);
    const match = open.find(({ id }) => deriveCode(services.config, id) === code);
    if (match) {
      await queries.invalidateCodes(
        trx,
        codes.map(({ id }) => id),
        now,
      );
      const id = identity
        ? await joinAccount(trx, services, identity, email)
        : await findOrCreateAccount(trx, email);
      return signIn(services, trx, id, replaced);
    }
    const ids = (own ?? open).map(({ id }) => id);
    if (ids.length > 0)
      await (own ? queries.incrementTries(trx, ids) : queries.incrementOutsideTries(trx, ids, now));
    return undefined;
  });
  if (!opened) {
    services.log.info('sign-in code refused');
    fail('invalid_code');
  }
  return opened;
}

type CodeRow = Awaited<ReturnType<typeof queries.selectCodes>>[number];

/** Returns which codes a browser may try now, and which of them count its tries when it asked for a code itself. */
function findTriableCodes(codes: CodeRow[], flowToken: string | undefined, now: Date) {
  const unused = codes.filter(({ usedAt }) => usedAt === null);
  const flowHash = flowToken && hashToken(flowToken);
  if (flowHash && codes.some((code) => code.flowHash?.equals(flowHash))) {
    const own = unused.filter((code) => code.flowHash?.equals(flowHash) && code.tries < tries);
    // The page that requested a code also accepts one that the operator passed on.
    const passedOn = own.length > 0 ? unused.filter((code) => code.flowHash === null) : [];
    return { open: [...own, ...passedOn], own };
  }
  const isOpen = ({ outsideTries, outsideTriedAt }: CodeRow) =>
    outsideTries < tries ||
    (outsideTriedAt !== null && now.getTime() - outsideTriedAt.getTime() >= outsideTryEvery);
  return { open: unused.filter(isOpen) };
}

/** Returns the milliseconds until this browser, network and mailbox may have another email. */
async function getEmailWait(
  { config, now }: Services,
  trx: Db,
  mailbox: string,
  { flowHash, network, isKnown }: Asked,
): Promise<number> {
  const at = now().getTime();
  const since = new Date(at - longestEmailLimit);
  const emailed = await queries.selectEmailedCodes(trx, { mailbox, isKnownDevice: isKnown, since });
  const findWait = (limits: readonly EmailLimit[], codes: typeof emailed) => {
    const waits = limits.map(({ max, within, thenEvery }) => {
      const ages = codes.map((code) => at - code.at.getTime()).filter((age) => age < within);
      return ages.length >= max * config.rateLimitScale ? thenEvery - ages[0]! : 0;
    });
    return Math.max(0, ...waits);
  };
  if (isKnown) return findWait(perBrowser, emailed);
  const ofBrowser = emailed.filter((code) => code.flowHash?.equals(flowHash));
  const ofNetwork = emailed.filter((code) => code.network?.equals(network));
  return Math.max(
    findWait(perBrowser, ofBrowser),
    findWait(perNetwork, ofNetwork),
    findWait(perMailbox, emailed),
  );
}

/**
 * Returns how long a network whose codes mostly go unused must wait, in milliseconds, while the whole site is at its limit.
 */
async function getNetworkWait(
  { config, now }: Services,
  trx: Db,
  { network, isKnown }: Asked,
): Promise<number> {
  if (isKnown) return 0;
  const since = new Date(now().getTime() - longestEmailLimit);
  const { used, unused } = await queries.selectNetworkUse(trx, network, since);
  return unused - used >= siteWide.maxUnused * config.rateLimitScale ? siteWide.retryAfter : 0;
}

function createSiteLimit({ rateLimitScale }: Services['config']): RateLimit {
  const max = Math.ceil(siteWide.max * rateLimitScale);
  return { key: 'sign-in emails', max, milliseconds: siteWide.within };
}

function maskEmail(email: string): string {
  return email.replace(/^(.)[^@]*/, '$1***');
}

export function createCodeEmail({ event, code, minutes }: EmailSender & { code: string; minutes: number }) {
  return createEmail(`${code} is your sign-in code for ${event.name}`, event, [
    { heading: 'Your sign-in code' },
    { code },
    `Enter it on the sign-in page. It works once, for ${minutes} minutes.`,
    { small: 'You did not ask for this? Then ignore it: nobody can sign in without the code.' },
  ]);
}

export const deleteExpiredSignInsJob = defineJob('delete-expired-sign-ins', {});

/** The job that deletes expired sessions, unfinished sign-ins, links and codes. */
export async function deleteExpiredSignIns(services: Services): Promise<void> {
  const { db, now } = services;
  await deleteExpiredSessions(services);
  await queries.deleteExpired(db, now(), new Date(now().getTime() - longestEmailLimit));
}
