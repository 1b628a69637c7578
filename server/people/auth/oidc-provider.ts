import * as oidc from 'openid-client';
import type { Config } from '../../platform/config.ts';
import { fail } from '../../platform/http/problem.ts';

type Settings = NonNullable<Config['oidc']>;

export interface Provider {
  issuer: string;
  /** Returns where to send the browser. Throws `sign_in_unavailable`. */
  authorizationUrl: (flow: FlowSecrets) => Promise<URL>;
  /** Returns what the provider says about the user. Throws `invalid_link`, `sign_in_cancelled`, `sign_in_unavailable`. */
  claims: (returned: URL, flow: FlowSecrets) => Promise<Claims>;
}

/** What ties the provider's answer to one sign-in. Stays on the server. */
interface FlowSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface Claims {
  issuer: string;
  subject: string;
  email: string | undefined;
  /** As the provider sends it: some omit it, or write "true". */
  emailVerified: unknown;
  /** Looks like an address at some providers, but need not be a mailbox. */
  username: string | undefined;
  name: string | undefined;
}

const timeoutSeconds = 5;
const maxBytes = 256 * 1024;

/** Returns the provider of these settings, which sends users back to `redirectUri`. It is discovered at first use. */
export function connectProvider(settings: Settings, redirectUri: string): Provider {
  let discovered: Promise<oidc.Configuration> | undefined;
  const configuration = () => {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = undefined;
      return failWith(error);
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
        const claims = idToken.email
          ? idToken
          : { ...(await oidc.fetchUserInfo(config, tokens.access_token, idToken.sub)), ...idToken };
        return {
          issuer: idToken.iss,
          subject: idToken.sub,
          email: text(claims.email),
          emailVerified: claims.email_verified,
          username: text(claims.preferred_username),
          name: text(claims.name) ?? text(claims.preferred_username),
        };
      } catch (error) {
        return failWith(error);
      }
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: Settings): Promise<oidc.Configuration> {
  const found = await oidc.discovery(issuer, clientId, undefined, oidc.None(), {
    timeout: timeoutSeconds,
    [oidc.customFetch]: boundedFetch,
    // The configuration allows http on loopback only.
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
    if (size > maxBytes) throw new TypeError('the response of the provider is too large');
    chunks.push(chunk);
  }
  const bodiless = [204, 205, 304].includes(response.status);
  return new Response(bodiless ? null : new Blob(chunks), response);
};

/** Throws `sign_in_cancelled`, `sign_in_unavailable` when the provider is unreachable or broken, else `invalid_link`. */
function failWith(error: unknown): never {
  if (error instanceof oidc.AuthorizationResponseError)
    fail(error.error === 'access_denied' ? 'sign_in_cancelled' : 'sign_in_unavailable', { cause: error });
  const isUnavailable =
    error instanceof oidc.ClientError
      ? /TIMEOUT|NOT_CONFORM|NOT_JSON|PARSE_ERROR/.test(error.code ?? '')
      : error instanceof TypeError || (error as Error).name === 'TimeoutError';
  fail(isUnavailable ? 'sign_in_unavailable' : 'invalid_link', { cause: error });
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
