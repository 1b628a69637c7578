import { limits } from '../../../contract/limits.ts';
import { emailAddress, lineSchema } from '../../../contract/platform/text-rules.ts';
import { findOrCreateAccount } from '../../people-data/accounts.service.ts';
import {
  claimWalkInAccount,
  clearUnverifiedEmail,
  findAddressHolder,
  insertUser,
  setNameIfMissing,
  updateAddress,
} from '../../people-data/users.queries.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import { fail } from '../../platform/http/problem.ts';
import { isSameText, sign } from '../../platform/secret.ts';
import type { Services } from '../../platform/services.ts';
import { createToken, hashToken } from '../../platform/sessions/session-holders.ts';
import { mergeEmptyAccount } from '../account/merge-accounts.service.ts';
import { consumeFlow, findUserByIdentity, insertFlow, insertIdentity } from './auth.queries.ts';
import type { Claims, Provider } from './oidc-provider.ts';
import { type OpenedSession, signIn } from './sign-in.service.ts';

/** How long a user may take at the provider, in milliseconds. */
export const flowLifetime = 10 * 60_000;

/**
 * Starts a sign-in at the provider. Returns the address for the browser and the token for its flow cookie: an existing one
 * is kept, so that another tab at the provider can return too. Throws `sign_in_unavailable`.
 */
export async function startSignIn(services: Services, provider: Provider, returnTo: string, given?: string) {
  const create = () => createToken(services);
  const [flowToken, state, nonce, codeVerifier] = [given ?? create(), create(), create(), create()];
  const url = await provider.authorizationUrl({ state, nonce, codeVerifier });
  await insertFlow(services.db, {
    cookie_hash: hashToken(flowToken),
    issuer: provider.issuer,
    state,
    nonce,
    code_verifier: codeVerifier,
    return_to: returnTo,
    expires_at: new Date(services.now().getTime() + flowLifetime),
  });
  return { url, flowToken };
}

interface Callback {
  /** The full address that the provider sent the browser to. */
  url: URL;
  state: string | undefined;
  flowToken: string | undefined;
  replaced: string | undefined;
}

/** A person's account at a provider. */
export interface Identity {
  issuer: string;
  subject: string;
  name: string;
}

/**
 * Finishes a sign-in at the provider and opens a session. If the address is not verified, it stores nothing and returns the
 * signed identity with a suggested address, which the person confirms by code (`verifyEmailSignIn`). Throws `invalid_link`
 * when this browser did not start it or it was used before, `sign_in_cancelled`, and `sign_in_unavailable`.
 */
export async function finishSignIn(
  services: Services,
  provider: Provider | undefined,
  { url, state, flowToken, replaced }: Callback,
): Promise<{ returnTo: string; opened?: OpenedSession | undefined; identity: string; suggested: string }> {
  if (!provider || !flowToken || !state) fail('invalid_link');
  const flow = await consumeFlow(services.db, hashToken(flowToken), provider.issuer, state, services.now());
  if (!flow) fail('invalid_link');
  const claims = await provider.claims(url, flow);
  const { issuer, subject } = claims;
  const identity = { issuer, subject, name: lineSchema(limits.text.name).safeParse(claims.name).data ?? '' };
  const opened = await transact(services.db, async (trx) => {
    const id = await findOrCreateAccountOf(trx, services, identity, claims);
    return id && signIn(services, trx, id, replaced);
  });
  return {
    returnTo: flow.returnTo,
    opened: opened || undefined,
    identity: formatIdentity(services, identity),
    suggested: emailAddress.safeParse(claims.email ?? claims.username).data ?? '',
  };
}

/** Returns an identity as a signed text for the browser, valid as long as a code. */
function formatIdentity({ config, now }: Pick<Services, 'config' | 'now'>, identity: Identity): string {
  const until = now().getTime() + flowLifetime;
  const text = Buffer.from(JSON.stringify({ ...identity, until })).toString('base64url');
  return `${text}.${sign(config.secretKey, 'identity', text).toString('base64url')}`;
}

/** Parses what `formatIdentity` returned. Throws `confirmation_expired`. */
export function parseIdentity({ config, now }: Pick<Services, 'config' | 'now'>, sent = ''): Identity {
  const [text = '', signature = ''] = sent.split('.');
  if (!isSameText(signature, sign(config.secretKey, 'identity', text).toString('base64url')))
    return fail('confirmation_expired');
  const identity: Identity & { until: number } = JSON.parse(Buffer.from(text, 'base64url').toString());
  return identity.until > now().getTime() ? identity : fail('confirmation_expired');
}

/**
 * Returns the account of a person at the provider; `undefined` until they have confirmed an address. An address that the
 * settings trust is enough to create one.
 */
async function findOrCreateAccountOf(
  trx: Db,
  services: Services,
  identity: Identity,
  claims: Pick<Claims, 'email' | 'emailVerified'>,
): Promise<string | undefined> {
  const { issuer, subject, name } = identity;
  const email = emailAddress.safeParse(claims.email).data;
  if (email && claims.emailVerified === true) return joinAccount(trx, services, identity, email);
  if (email) await lockKey(trx, `email ${email}`);
  await lockKey(trx, `identity ${issuer} ${subject}`);
  const known = await findUserByIdentity(trx, issuer, subject);
  if (known?.verified) {
    await setNameIfMissing(trx, known.id, name);
    return known.id;
  }
  const domain = email?.split('@')[1] ?? '';
  const isTrusted =
    !/^false$/i.test(String(claims.emailVerified)) && services.config.oidc?.trustedDomains.includes(domain);
  if (!email || !isTrusted) return undefined;
  const holder = await findAddressHolder(trx, email);
  if (holder && holder.id !== known?.id) return undefined;
  const id = known?.id ?? (await insertUser(trx, { email: null, email_verified: false, name }));
  if (!known) await insertIdentity(trx, issuer, subject, id);
  await updateAddress(trx, id, email, true);
  return id;
}

/**
 * Returns the account of a person at the provider whose address is confirmed. The key is issuer and subject; a new identity
 * joins the account with the address. An older account without a confirmed address receives it, or is merged with the one
 * that has it.
 */
export async function joinAccount(
  trx: Db,
  services: Services,
  { issuer, subject, name }: Identity,
  email: string,
): Promise<string> {
  await lockKey(trx, `email ${email}`);
  await lockKey(trx, `identity ${issuer} ${subject}`);
  const known = await findUserByIdentity(trx, issuer, subject);
  let id = known?.id ?? (await findOrCreateAccount(trx, email, name));
  if (!known) await insertIdentity(trx, issuer, subject, id);
  else if (!known.verified) {
    await claimWalkInAccount(trx, email);
    const holder = await findAddressHolder(trx, email);
    if (holder?.verified && holder.id !== id) {
      await findOrCreateAccount(trx, email);
      id = await mergeEmptyAccount(trx, services, id, holder);
    } else {
      await clearUnverifiedEmail(trx, email);
      await updateAddress(trx, id, email);
    }
  }
  await setNameIfMissing(trx, id, name);
  return id;
}
