import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** What the provider says about an account, by its subject. */
export type Accounts = Record<
  string,
  { email?: string; email_verified?: unknown; name?: string; preferred_username?: string }
>;

export interface SignInProvider {
  settings: {
    issuer: URL;
    clientId: string;
    clientSecret: string;
    name: string;
    trustedDomains: string[];
  };
  /** What the person at the provider does next. */
  next: {
    account: string;
    cancel: boolean;
    forgeSignature: boolean;
    /** What the next ID token says instead, under a valid signature. */
    claims: Record<string, unknown> | undefined;
    /** Whether the next answer with tokens is a redirect. */
    redirects: boolean;
  };
  /** How many requests have followed a redirect. */
  countFollowed: () => number;
  /** Walks a browser from the site's redirect through the provider; the address it is sent back to. */
  visit: (authorizationUrl: string) => Promise<URL>;
  stop: () => Promise<void>;
}

/** A real OpenID Connect provider on loopback for this site, that asks for PKCE. Call `stop` when the test ends. */
export async function startSignInProvider(publicUrl: URL, accounts: Accounts): Promise<SignInProvider> {
  const next: SignInProvider['next'] = {
    account: '',
    cancel: false,
    forgeSignature: false,
    claims: undefined,
    redirects: false,
  };
  let followed = 0;
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configuration(publicUrl, accounts, key));
  const serve = provider.callback();
  server.on('request', (request, response) => {
    if (request.url === '/elsewhere') followed += 1;
    if (next.redirects && request.url === '/token') {
      response.writeHead(307, { location: '/elsewhere' }).end();
      return;
    }
    const { claims } = next;
    if (next.forgeSignature && request.url === '/token') rewriteToken(response, spoilSignature);
    if (claims && request.url === '/token') rewriteToken(response, (token) => signAgain(token, claims, key));
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
    settings: {
      issuer: new URL(issuer),
      clientId: 'site',
      clientSecret: 'a secret',
      name: 'Campus ID',
      trustedDomains: [],
    },
    next,
    countFollowed: () => followed,
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

function configuration(publicUrl: URL, accounts: Accounts, key: KeyObject): Record<string, unknown> {
  return {
    clients: [
      {
        client_id: 'site',
        client_secret: 'a secret',
        redirect_uris: [new URL('/api/auth/callback', publicUrl).href],
      },
    ],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['only for tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
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

/** Changes the ID token on its way out, and nothing else. */
function rewriteToken(response: ServerResponse, change: (token: string) => string): void {
  const end = response.end.bind(response) as (chunk?: unknown) => ServerResponse;
  response.end = ((chunk: unknown) => {
    const body = JSON.parse(String(chunk));
    const text = JSON.stringify({ ...body, ...(body.id_token && { id_token: change(body.id_token) }) });
    response.setHeader('content-length', Buffer.byteLength(text));
    return end(text);
  }) as typeof response.end;
}

const spoilSignature = (token: string) =>
  token.replace(/\.([\w-])([\w-]*)$/, (_, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`);

function signAgain(token: string, claims: Record<string, unknown>, key: KeyObject): string {
  const [head = '', payload = ''] = token.split('.');
  const changed = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...claims };
  const signed = `${head}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}
