import { limits } from '../../../contract/limits.ts';
import { emailAddress, lineSchema } from '../../../contract/platform/text-rules.ts';
import { findOrCreateAccount } from '../../platform/accounts/accounts.service.ts';
import { findAddressHolder, insertUser, setNameIfMissing } from '../../platform/accounts/users.queries.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { createToken, hashToken } from '../../platform/sessions/sessions.service.ts';
import { consumeFlow, findUserByIdentity, insertFlow, insertIdentity } from './auth.queries.ts';
import type { Claims, Provider } from './oidc-provider.ts';
import { type OpenedSession, signIn } from './sign-in.service.ts';

/** How long a user may take at the provider, in milliseconds. */
export const flowLifetime = 10 * 60_000;

/**
 * Starts a sign-in at the provider. Returns the address for the browser and the token that its flow cookie must bring
 * back. Throws `sign_in_unavailable`.
 */
export async function startSignIn(
  services: Services,
  provider: Provider,
  returnTo: string,
): Promise<{ url: URL; flowToken: string }> {
  const create = () => createToken(services);
  const [flowToken, state, nonce, codeVerifier] = [create(), create(), create(), create()];
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

/**
 * Finishes a sign-in at the provider and opens a session. Throws `invalid_link` when this browser did not start it or it
 * was used before, `sign_in_cancelled`, and `sign_in_unavailable`.
 */
export async function finishSignIn(
  services: Services,
  provider: Provider | undefined,
  { url, state, flowToken, replaced }: Callback,
): Promise<OpenedSession & { returnTo: string }> {
  if (!provider || !flowToken || !state) fail('invalid_link');
  const flow = await consumeFlow(services.db, hashToken(flowToken), provider.issuer, state, services.now());
  if (!flow) fail('invalid_link');
  const claims = await provider.claims(url, flow);
  const opened = await transact(services.db, async (trx) =>
    signIn(services, trx, await findOrCreateAccountOf(trx, claims), replaced),
  );
  return { ...opened, returnTo: flow.returnTo };
}

/**
 * Returns the account of a person at the provider. The key is issuer and subject. An email address leads to an existing
 * account only when both the provider and that account have verified it.
 */
async function findOrCreateAccountOf(trx: Db, claims: Claims): Promise<string> {
  const { issuer, subject, emailVerified } = claims;
  await lockKey(trx, `identity ${issuer} ${subject}`);
  const email = emailAddress.safeParse(claims.email).data;
  const name = lineSchema(limits.text.name).safeParse(claims.name).data ?? '';
  const known = await findUserByIdentity(trx, issuer, subject);
  const id =
    known?.id ??
    (email && emailVerified
      ? await findOrCreateAccount(trx, email, name)
      : await createUnverifiedAccount(trx, email, name));
  if (!known) await insertIdentity(trx, issuer, subject, id);
  await setNameIfMissing(trx, id, name);
  return id;
}

/** Creates an account with an unverified address, or without one when another account has it. */
async function createUnverifiedAccount(trx: Db, email: string | undefined, name: string): Promise<string> {
  if (email) await lockKey(trx, `email ${email}`);
  const isFree = email !== undefined && !(await findAddressHolder(trx, email));
  return insertUser(trx, { email: isFree ? email : null, email_verified: false, name });
}
