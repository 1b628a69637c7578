import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { emailAddress } from '../../contract/platform/text-rules.ts';

const loopbackHost = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;
const proxyNames = ['loopback', 'linklocal', 'uniquelocal'];
const secretNames = [
  'SECRET_KEY',
  'SCORE_REVIEW_PASSWORD',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'S3_SECRET_ACCESS_KEY',
  'APPLE_PASS_KEY_PASSPHRASE',
  'EMBEDDINGS_KEY',
  'LLM_KEY',
  'METRICS_TOKEN',
  'WEBHOOK_URL',
  'WEBHOOK_SECRET',
];

const url = (schemes: string, message: string) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && new RegExp(`^(${schemes}):$`).test(new URL(value).protocol),
      message,
    );
/** The address of an external service: encrypted, unless it is on this machine. */
const service = url('https?', 'must be an https:// address').refine(
  (value) => !URL.canParse(value) || new URL(value).protocol === 'https:' || isLoopback(new URL(value)),
  'must be https:// (http:// is for this machine only)',
);
const list = (item: z.ZodType<string, string>, message: string) =>
  z
    .string()
    .default('')
    .transform((value, context) => {
      const items = z.array(item).safeParse(value.split(/[\s,]+/).filter(Boolean));
      if (!items.success) context.addIssue(message);
      return items.data ?? z.NEVER;
    });

/** Usually part of a password. */
const hasNoHash = (value: string) => !value.includes('#');
const hashMistake = 'must not contain #: write it as %23';

// URL cannot parse every address of PostgreSQL: one with a socket's folder as its host has no host part.
const database = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, 'must be an address like postgres://user:password@host/database')
  .refine(hasNoHash, hashMistake);

const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
    .default('3000')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a whole number from 0 to 65535'),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url('https?', 'must be an address like https://hack.example.org').optional(),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: database.optional(),
  DATABASE_OWNER_URL: database.optional(),
  DATABASE_POOL: z.coerce
    .number('must be a number of connections')
    .int('must be a whole number')
    .min(5, 'must be at least 5')
    .max(500, 'must be at most 500')
    .default(10),
  MIGRATE_BESIDE_RUNNING_COPIES: z.enum(['yes', 'no'], 'must be yes or no').default('no'),
  SEED_EVENT: z.string().optional(),
  ACCEPT_OLD_EVENT: z.enum(['yes', 'no'], 'must be yes or no').default('no'),
  SECRET_KEY: z.string().optional(),
  ADMIN_EMAILS: list(emailAddress, 'must be email addresses separated by commas'),
  SCORE_REVIEW_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(256).optional(),
  SMTP_URL: z
    .string()
    .refine(hasNoHash, { error: hashMistake, abort: true })
    .pipe(url('smtps?', 'must be an address like smtp://user:password@host:587'))
    .optional(),
  MAIL_RATE: z.coerce.number('must be a number').positive('must be above 0').default(5),
  DECISION_MAIL_DELAY: z.coerce
    .number('must be a number of seconds')
    .int('must be a whole number of seconds')
    .min(0, 'must be at least 0')
    .max(3600, 'must be at most 3600')
    .default(60),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]*<[^\s@<>,"]+@[^\s@<>,"]+>|[^\s@<>,"]+@[^\s@<>,"]+)$/, 'must be an email address')
    .optional(),
  OIDC_ISSUER: service.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().optional(),
  OIDC_TRUSTED_DOMAINS: list(
    z
      .string()
      .regex(/^[\w-]+(\.[\w-]+)+$/)
      .toLowerCase(),
    'must be domains like example.edu, separated by commas',
  ),
  S3_ENDPOINT: url('https?', 'must be an https:// address').optional(),
  S3_ALLOW_HTTP: z.enum(['yes', 'no'], 'must be yes or no').default('no'),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  APPLE_PASS_TYPE_ID: z.string().optional(),
  APPLE_PASS_TEAM_ID: z.string().optional(),
  APPLE_PASS_CERT: z.string().optional(),
  APPLE_PASS_KEY: z.string().optional(),
  APPLE_PASS_KEY_PASSPHRASE: z.string().optional(),
  APPLE_PASS_WWDR: z.string().optional(),
  GOOGLE_WALLET_ISSUER_ID: z.string().optional(),
  GOOGLE_WALLET_SERVICE_ACCOUNT: z.string().optional(),
  EMBEDDINGS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  EMBEDDINGS_URL: service.optional(),
  EMBEDDINGS_MODEL: z.string().optional(),
  EMBEDDINGS_KEY: z.string().optional(),
  LLM_URL: service.optional(),
  LLM_MODEL: z.string().optional(),
  LLM_KEY: z.string().optional(),
  PUSH_SERVICES: list(
    service.transform((value) => new URL(value).origin),
    'must be https:// addresses, separated by commas (http:// is for this machine only)',
  ),
  WEBHOOK_URL: url('https', 'must be an https:// address').optional(),
  WEBHOOK_SECRET: z.string().min(24, 'must have at least 24 characters').optional(),
  TRUSTED_PROXIES: list(
    z.string().refine(isProxy),
    'must be addresses or networks like 10.0.0.0/8, separated by commas',
  ),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  DRAIN_SECONDS: z.coerce
    .number('must be a number of seconds')
    .min(0, 'must be at least 0')
    .max(300, 'must be at most 300')
    .default(0),
  RATE_LIMIT_SCALE: z.coerce.number('must be a number').positive('must be above 0').default(1),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be one of fatal, error, warn, info, debug, trace, silent',
    )
    .default('info'),
});
export type Variables = z.infer<typeof variables>;
export type Name = keyof Variables;

const variableNames = Object.keys(variables.shape) as Name[];

/** All names read from the environment, including those of the files with secrets. */
export const settingNames = [...variableNames, ...secretNames.map((name) => `${name}_FILE` as const)];

/**
 * Returns the variables as typed values, or a list of mistakes. An empty variable counts as unset; a secret may be in the
 * file named by `NAME_FILE` instead.
 */
export function readVariables(environment: Record<string, string | undefined>): {
  values?: Variables;
  mistakes: string[];
} {
  const mistakes: string[] = [];
  const present: Record<string, string> = {};
  for (const name of variableNames) {
    const value = environment[name]?.trim();
    if (value) present[name] = value;
  }
  for (const name of secretNames) {
    const file = environment[`${name}_FILE`];
    if (file && present[name]) mistakes.push(`${name} and ${name}_FILE are both set: set only one of them.`);
    else if (file) present[name] = readSecret(name, file, mistakes);
  }
  const parsed = variables.safeParse(present);
  for (const issue of parsed.error?.issues ?? [])
    mistakes.push(`${issue.path[0]?.toString()} ${issue.message}.`);
  return { values: parsed.data, mistakes };
}

export function isLoopback(address: URL): boolean {
  return loopbackHost.test(address.hostname);
}

function readSecret(name: string, file: string, mistakes: string[]): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    mistakes.push(`${name}_FILE names a file that cannot be read: ${(error as Error).message}.`);
    return '';
  }
}

function isProxy(item: string): boolean {
  const [address = '', bits, ...more] = item.split('/');
  const widest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isNetwork =
    more.length === 0 && widest > 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= widest));
  return isNetwork || proxyNames.includes(item);
}
