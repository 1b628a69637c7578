import { limits } from '../../contract/limits.ts';
import { emailAddress, line } from '../../contract/text-rules.ts';
import { lockKey } from '../db/locks.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { fail } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { findAddressHolder, insertUser, setNameIfMissing } from '../users/users.queries.ts';
import { findOrCreateAccount, type OpenedSession, signIn } from '../users/users.service.ts';
import { consumeFlow, findUserByIdentity, insertFlow, insertIdentity } from './oidc.queries.ts';
import type { Claims, Provider } from './oidc-provider.ts';
import { hashToken } from './sessions.service.ts';

/** How long somebody may take at the provider, in milliseconds. */
export const flowLifetime = 10 * 60_000;

/**
 * Begins a sign-in at the provider: where to send the browser, and the token that its cookie must bring back. Throws
 * sign_in_unavailable.
 */
export async function startSignIn(
  services: Services,
  provider: Provider,
  returnTo: string,
): Promise<{ url: URL; cookie: string }> {
  const random = () => services.random(32).toString('base64url');
  const [cookie, state, nonce, codeVerifier] = [random(), random(), random(), random()];
  const url = await provider.authorizationUrl({ state, nonce, codeVerifier });
  await insertFlow(services.db, {
    cookie_hash: hashToken(cookie),
    issuer: provider.issuer,
    state,
    nonce,
    code_verifier: codeVerifier,
    return_to: returnTo,
    expires_at: new Date(services.now().getTime() + flowLifetime),
  });
  return { url, cookie };
}

interface Return {
  /** The whole address that the provider sent the browser to. */
  url: URL;
  state: string | undefined;
  cookie: string | undefined;
  replaced: string | undefined;
}

/**
 * Ends a sign-in at the provider with a session. Throws invalid_link when this browser did not begin it or it was used
 * before, sign_in_cancelled, and sign_in_unavailable.
 */
export async function finishSignIn(
  services: Services,
  provider: Provider | undefined,
  { url, state, cookie, replaced }: Return,
): Promise<OpenedSession & { returnTo: string }> {
  if (!provider || !cookie || !state) fail('invalid_link');
  const flow = await consumeFlow(services.db, hashToken(cookie), provider.issuer, state, services.now());
  if (!flow) fail('invalid_link');
  const claims = await provider.claims(url, flow);
  const opened = await transact(services.db, async (trx) =>
    signIn(services, trx, await accountOf(trx, claims), replaced),
  );
  return { ...opened, returnTo: flow.returnTo };
}

/**
 * The account of a person at a provider. The key is issuer and subject; an address joins an existing account only when
 * the provider has verified it and that account has proved it too.
 */
async function accountOf(trx: Db, claims: Claims): Promise<string> {
  const { issuer, subject, emailVerified } = claims;
  await lockKey(trx, `identity ${issuer} ${subject}`);
  const email = emailAddress.safeParse(claims.email).data;
  const name = line(limits.text.name).safeParse(claims.name).data ?? '';
  const known = await findUserByIdentity(trx, issuer, subject);
  const id =
    known?.id ??
    (email && emailVerified
      ? await findOrCreateAccount(trx, email, name)
      : await accountWithClaim(trx, email, name));
  if (!known) await insertIdentity(trx, issuer, subject, id);
  await setNameIfMissing(trx, id, name);
  return id;
}

/** A new account with an address that nobody has proved; without it when somebody else has it. */
async function accountWithClaim(trx: Db, email: string | undefined, name: string): Promise<string> {
  if (email) await lockKey(trx, `email ${email}`);
  const free = email !== undefined && !(await findAddressHolder(trx, email));
  return insertUser(trx, { email: free ? email : null, email_verified: false, name });
}
