import * as oidc from 'openid-client';
import type { Config } from '../config.ts';
import { fail } from '../http/problem.ts';

type Settings = NonNullable<Config['oidc']>;

/** The sign-in provider as the sign-in needs it. */
export interface Provider {
  issuer: string;
  /** Where to send the browser. Throws sign_in_unavailable. */
  authorizationUrl: (flow: Secrets) => Promise<URL>;
  /** What the provider says about the person who came back. Throws invalid_link, sign_in_cancelled, sign_in_unavailable. */
  claims: (returned: URL, flow: Secrets) => Promise<Claims>;
}

/** What binds an answer to the question: made for one sign-in, kept on the server. */
export interface Secrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface Claims {
  issuer: string;
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  name: string | undefined;
}

const timeoutSeconds = 5;
const maxBytes = 256 * 1024;

/** The provider of these settings; `redirectUri` is where it sends people back to. It is asked for its addresses at first use. */
export function connectProvider(settings: Settings, redirectUri: string): Provider {
  let discovered: Promise<oidc.Configuration> | undefined;
  const configuration = () => {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = undefined;
      return refuse(error);
    });
    return discovered;
  };
  return {
    issuer: settings.issuer.href,
    authorizationUrl: async ({ state, nonce, codeVerifier }) =>
      oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }),
    claims: async (returned, { state, nonce, codeVerifier }) => {
      const config = await configuration();
      try {
        const tokens = await oidc.authorizationCodeGrant(config, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const idToken = tokens.claims();
        if (!idToken) return fail('invalid_link');
        const said = idToken.email
          ? idToken
          : { ...(await oidc.fetchUserInfo(config, tokens.access_token, idToken.sub)), ...idToken };
        return {
          issuer: idToken.iss,
          subject: idToken.sub,
          email: text(said.email),
          emailVerified: said.email_verified === true,
          name: text(said.name) ?? text(said.preferred_username),
        };
      } catch (error) {
        return refuse(error);
      }
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: Settings): Promise<oidc.Configuration> {
  const found = await oidc.discovery(issuer, clientId, undefined, oidc.None(), {
    timeout: timeoutSeconds,
    [oidc.customFetch]: boundedFetch,
    // The configuration allows http for this machine only.
    execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
  });
  const metadata = found.serverMetadata();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authenticate = !clientSecret
    ? oidc.None()
    : methods.includes('client_secret_basic')
      ? oidc.ClientSecretBasic(clientSecret)
      : oidc.ClientSecretPost(clientSecret);
  const config = new oidc.Configuration(metadata, clientId, undefined, authenticate);
  config.timeout = timeoutSeconds;
  config[oidc.customFetch] = boundedFetch;
  if (issuer.protocol === 'http:') oidc.allowInsecureRequests(config);
  // Also checks the signature of ID tokens, with the keys and the asymmetric algorithms of the provider.
  oidc.enableNonRepudiationChecks(config);
  return config;
}

/** Follows no redirects and reads at most 256 KB. */
const boundedFetch: oidc.CustomFetch = async (url, options) => {
  const response = await fetch(url, {
    ...options,
    body: options.body as RequestInit['body'],
    redirect: 'manual',
  });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new TypeError('the answer of the provider is too long');
    chunks.push(chunk);
  }
  const bodiless = [204, 205, 304].includes(response.status);
  return new Response(bodiless ? null : new Blob(chunks), response);
};

/** A provider that said no, one that answered something else than asked, and one that is away are different things. */
function refuse(error: unknown): never {
  if (error instanceof oidc.AuthorizationResponseError)
    fail(error.error === 'access_denied' ? 'sign_in_cancelled' : 'sign_in_unavailable', { cause: error });
  const away =
    error instanceof oidc.ClientError
      ? /TIMEOUT|NOT_CONFORM|NOT_JSON|PARSE_ERROR/.test(error.code ?? '')
      : error instanceof TypeError || (error as Error).name === 'TimeoutError';
  fail(away ? 'sign_in_unavailable' : 'invalid_link', { cause: error });
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
