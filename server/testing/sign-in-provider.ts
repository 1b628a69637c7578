import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** What the provider says about an account, by its subject. */
export type Accounts = Record<string, { email?: string; email_verified?: unknown; name?: string }>;

export interface SignInProvider {
  settings: { issuer: URL; clientId: string; clientSecret: string; name: string };
  /** What the person at the provider does next. */
  next: { account: string; cancel: boolean; forgeSignature: boolean };
  /** Walks a browser from the site's redirect through the provider; the address it is sent back to. */
  visit: (authorizationUrl: string) => Promise<URL>;
  stop: () => Promise<void>;
}

/** A real OpenID Connect provider on loopback for this site, that asks for PKCE. Call `stop` when the test ends. */
export async function startSignInProvider(publicUrl: URL, accounts: Accounts): Promise<SignInProvider> {
  const next = { account: '', cancel: false, forgeSignature: false };
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configuration(publicUrl, accounts));
  const serve = provider.callback();
  server.on('request', (request, response) => {
    if (next.forgeSignature && request.url === '/token') forge(response);
    const answered = request.url?.startsWith('/interaction/')
      ? provider.interactionFinished(
          request,
          response,
          next.cancel ? { error: 'access_denied' } : { login: { accountId: next.account } },
        )
      : serve(request, response);
    answered.catch(() => response.destroy());
  });
  return {
    settings: { issuer: new URL(issuer), clientId: 'site', clientSecret: 'a secret', name: 'Campus ID' },
    next,
    visit: async (authorizationUrl) => {
      const cookies = new Map<string, string>();
      for (let url = new URL(authorizationUrl); ; ) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
        for (const set of answer.headers.getSetCookie()) {
          const [name = '', value = ''] = set.split(';')[0]!.split('=');
          cookies.set(name, value);
        }
        const location = answer.headers.get('location');
        if (!location) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
        url = new URL(location, url);
        if (url.origin === publicUrl.origin) return url;
      }
    },
    stop: async () => {
      server.closeAllConnections();
      if (server.listening) await new Promise((closed) => server.close(closed));
    },
  };
}

function configuration(publicUrl: URL, accounts: Accounts): Record<string, unknown> {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  return {
    clients: [
      {
        client_id: 'site',
        client_secret: 'a secret',
        redirect_uris: [new URL('/api/auth/callback', publicUrl).href],
      },
    ],
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['only for tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...accounts[id] }),
    }),
    // Everybody has agreed already, so that nobody is asked for consent.
    loadExistingGrant: async ({
      oidc,
    }: {
      oidc: { provider: Provider; client: { clientId: string }; session: { accountId: string } };
    }) => {
      const of = { clientId: oidc.client.clientId, accountId: oidc.session.accountId };
      const grant = new oidc.provider.Grant(of);
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

/** Spoils the signature of the ID token on its way out, and nothing else. */
function forge(response: ServerResponse): void {
  const end = response.end.bind(response) as (chunk?: unknown) => ServerResponse;
  response.end = ((chunk: unknown) =>
    end(
      String(chunk).replace(
        /("id_token":"[\w-]+\.[\w-]+\.)([\w-])/,
        (_, head, sign) => head + (sign === 'A' ? 'B' : 'A'),
      ),
    )) as typeof response.end;
}
