import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defaultDataDir } from '../../packages/embedded-postgres/account.ts';
import { parseAppleSettings } from './apple-settings.ts';
import { isLoopback, type Name, readVariables, type Variables } from './environment.ts';
import { parseServiceAccount } from './google-settings.ts';
import { findWeakness, loadOrCreateSecret } from './secret.ts';

/** The folder with the event for new sites. */
export const defaultEventFolder = join(import.meta.dirname, '../../default-event');

/** One or more mistakes in the environment, one sentence per line. */
export class ConfigError extends Error {}

/** The checked settings. A group (`oidc`, `s3`, …) is complete or undefined. */
export type Config = ReturnType<typeof loadConfig>;

/**
 * Reads the settings from environment variables; `.env.example` lists them. Creates the secret in the data folder when none
 * is set and the site is on loopback. Throws ConfigError.
 */
export function loadConfig(environment: Record<string, string | undefined>) {
  const { values, mistakes } = readVariables(environment);
  if (!values) throw new ConfigError(mistakes.join('\n'));
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`);
  const loopback = isLoopback(publicUrl);
  mistakes.push(...listMistakes(values, publicUrl));
  const groups = readGroups(values, mistakes);
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'));

  const dataDir = values.DATA_DIR ? resolve(values.DATA_DIR) : defaultDataDir();
  requireWritable(dataDir);
  return {
    host: values.HOST,
    port: values.PORT,
    publicUrl,
    loopback,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    /** The database as the role that owns the tables. */
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    /** The most connections of this instance for requests and jobs. */
    databasePool: values.DATABASE_POOL,
    migratesBesideInstances: values.MIGRATE_BESIDE_RUNNING_COPIES === 'yes',
    seedEvent: values.SEED_EVENT ? resolve(values.SEED_EVENT) : defaultEventFolder,
    /** Whether the upgrade of a 0.1.0 site takes the files in `event/` although the site last ran with others. */
    acceptsOldEvent: values.ACCEPT_OLD_EVENT === 'yes',
    secretKey: values.SECRET_KEY ?? loadOrCreateSecret(dataDir),
    adminEmails: values.ADMIN_EMAILS,
    scoreReviewPassword: values.SCORE_REVIEW_PASSWORD,
    smtpUrl: values.SMTP_URL,
    /** Emails per second, not counting sign-in codes. */
    mailRate: values.MAIL_RATE,
    /** How long the email about a decision is delayed, in seconds; until then the decision can be undone. */
    decisionMailDelay: values.DECISION_MAIL_DELAY,
    mailFrom: values.MAIL_FROM ?? `no-reply@${publicUrl.hostname}`,
    ...groups,
    /** Push services beyond those of known browsers, as origins, and the timeout of a request in milliseconds. */
    push: { origins: values.PUSH_SERVICES, timeout: 10_000 },
    trustedProxies: values.TRUSTED_PROXIES,
    metricsToken: values.METRICS_TOKEN,
    drainSeconds: values.DRAIN_SECONDS,
    rateLimitScale: values.RATE_LIMIT_SCALE,
    logLevel: values.LOG_LEVEL,
  };
}

/** Returns warnings for the operator that do not keep the site from starting. */
export function listWarnings({ publicUrl, trustedProxies }: Config): string[] {
  if (publicUrl.protocol !== 'https:' || trustedProxies.length > 0) return [];
  return [
    'Behind the proxy that serves https, every visitor counts as one address. Add its address to .env: TRUSTED_PROXIES=loopback',
  ];
}

function requireWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`DATA_DIR: the folder ${dataDir} cannot be written (${code}).`);
  }
}

/**
 * Returns the environment, extended by a `.env` file in the checkout. Scripts that start a program of their own set
 * NO_ENV_FILE, because the file has the settings of a real site.
 */
export function loadEnvironment(): NodeJS.ProcessEnv {
  const file = join(import.meta.dirname, '../../.env');
  if (!process.env.NO_ENV_FILE && existsSync(file)) process.loadEnvFile(file);
  return process.env;
}

/** Whether a Microsoft Entra issuer is open to any tenant; the id is the one for personal accounts. */
function isOfManyTenants(issuer: string): boolean {
  const shared = /\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i;
  return shared.test(new URL(issuer).pathname);
}

function listMistakes(values: Variables, publicUrl: URL): string[] {
  const mistakes: string[] = [];
  const loopback = isLoopback(publicUrl);
  const weak = values.SECRET_KEY !== undefined && findWeakness(values.SECRET_KEY);
  if (publicUrl.href !== `${publicUrl.origin}/`)
    mistakes.push('PUBLIC_URL must be an address without a path.');
  if (publicUrl.protocol === 'http:' && !loopback)
    mistakes.push('PUBLIC_URL must be https://. http:// works on this machine only (localhost).');
  if (weak) mistakes.push(`SECRET_KEY ${weak}. Create one: openssl rand -base64 32`);
  if (values.SECRET_KEY === undefined && !loopback)
    mistakes.push('SECRET_KEY is missing: a public site needs one. Create one: openssl rand -base64 32');
  if (values.S3_ENDPOINT?.startsWith('http:') && !isLoopback(new URL(values.S3_ENDPOINT)))
    if (values.S3_ALLOW_HTTP === 'no')
      mistakes.push(
        'S3_ENDPOINT must be https:// (http:// is for this machine, or with S3_ALLOW_HTTP=yes for a private network).',
      );
  if (values.DATABASE_OWNER_URL && !values.DATABASE_URL)
    mistakes.push('DATABASE_URL is missing: DATABASE_OWNER_URL does not work without it.');
  if (values.OIDC_TRUSTED_DOMAINS.length > 0 && (!values.OIDC_ISSUER || isOfManyTenants(values.OIDC_ISSUER)))
    mistakes.push('OIDC_TRUSTED_DOMAINS needs an OIDC_ISSUER of one tenant: others may name any address.');
  if (values.SMTP_URL && !values.MAIL_FROM)
    mistakes.push('MAIL_FROM is missing: mail by SMTP_URL needs a sender.');
  return mistakes;
}

function readGroups(values: Variables, mistakes: string[]) {
  const group = <N extends Name, T>(
    names: N[],
    extra: Name[],
    build: (set: Complete<N>) => T,
  ): T | undefined => {
    const set = [...names, ...extra].filter((name) => values[name] !== undefined);
    const missing = names.filter((name) => values[name] === undefined);
    if (set.length > 0)
      mistakes.push(...missing.map((name) => `${name} is missing: ${set[0]} does not work without it.`));
    return missing.length === 0 ? build(values as Complete<N>) : undefined;
  };
  const pem = (name: Name, value: string) => readContent(name, value, '-----BEGIN', mistakes);

  const embeddingServer = group(['EMBEDDINGS_URL', 'EMBEDDINGS_MODEL'], ['EMBEDDINGS_KEY'], (set) => ({
    url: set.EMBEDDINGS_URL,
    model: set.EMBEDDINGS_MODEL,
    key: set.EMBEDDINGS_KEY,
    /** In milliseconds. */
    timeout: 2500,
  }));
  return {
    oidc: group(['OIDC_ISSUER', 'OIDC_CLIENT_ID'], ['OIDC_CLIENT_SECRET', 'OIDC_NAME'], (set) => ({
      issuer: new URL(set.OIDC_ISSUER),
      clientId: set.OIDC_CLIENT_ID,
      clientSecret: set.OIDC_CLIENT_SECRET,
      name: set.OIDC_NAME ?? 'single sign-on',
      trustedDomains: set.OIDC_TRUSTED_DOMAINS,
    })),
    s3: group(
      ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
      ['S3_ENDPOINT', 'S3_REGION'],
      (set) => ({
        endpoint: set.S3_ENDPOINT,
        bucket: set.S3_BUCKET,
        region: set.S3_REGION ?? 'us-east-1',
        accessKeyId: set.S3_ACCESS_KEY_ID,
        secretAccessKey: set.S3_SECRET_ACCESS_KEY,
      }),
    ),
    apple: group(
      ['APPLE_PASS_TYPE_ID', 'APPLE_PASS_TEAM_ID', 'APPLE_PASS_CERT', 'APPLE_PASS_KEY', 'APPLE_PASS_WWDR'],
      ['APPLE_PASS_KEY_PASSPHRASE'],
      (set) => {
        const settings = {
          typeId: set.APPLE_PASS_TYPE_ID,
          teamId: set.APPLE_PASS_TEAM_ID,
          cert: pem('APPLE_PASS_CERT', set.APPLE_PASS_CERT),
          key: pem('APPLE_PASS_KEY', set.APPLE_PASS_KEY),
          keyPassphrase: set.APPLE_PASS_KEY_PASSPHRASE,
          wwdr: pem('APPLE_PASS_WWDR', set.APPLE_PASS_WWDR),
        };
        return parseAppleSettings(settings, mistakes);
      },
    ),
    google: group(['GOOGLE_WALLET_ISSUER_ID', 'GOOGLE_WALLET_SERVICE_ACCOUNT'], [], (set) => ({
      issuerId: set.GOOGLE_WALLET_ISSUER_ID,
      serviceAccount: parseServiceAccount(
        readContent('GOOGLE_WALLET_SERVICE_ACCOUNT', set.GOOGLE_WALLET_SERVICE_ACCOUNT, '{', mistakes),
        mistakes,
      ),
    })),
    webhook: group(['WEBHOOK_URL', 'WEBHOOK_SECRET'], [], (set) => ({
      url: new URL(set.WEBHOOK_URL),
      secret: set.WEBHOOK_SECRET,
    })),
    /** The model that compares meanings in searches: a server, the built-in one, or none. */
    embeddings: values.EMBEDDINGS === 'on' ? (embeddingServer ?? ('built-in' as const)) : undefined,
    llm: group(['LLM_URL', 'LLM_MODEL'], ['LLM_KEY'], (set) => ({
      url: set.LLM_URL,
      model: set.LLM_MODEL,
      key: set.LLM_KEY,
      timeout: 20_000,
    })),
  };
}

type Complete<N extends Name> = Variables & { [K in N]: NonNullable<Variables[K]> };

/** Returns the text itself, or the content of the file at that path. Both are common for keys and certificates. */
function readContent(name: Name, value: string, begins: string, mistakes: string[]): string {
  // Environments often store a key on one line with \n in it; in JSON, \n belongs to the text.
  if (value.startsWith(begins)) return begins === '{' ? value : value.replaceAll('\\n', '\n');
  try {
    const content = readFileSync(value, 'utf8').trim();
    if (content.startsWith(begins)) return content;
    mistakes.push(`${name} names a file that does not begin with ${begins}.`);
  } catch {
    mistakes.push(`${name} is neither a text that begins with ${begins} nor a file that can be read.`);
  }
  return '';
}
