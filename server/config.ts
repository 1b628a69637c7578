/** Everything that the environment decides, read once at start. */
export interface Config {
  port: number;
  host: string;
  publicUrl: URL;
  /** Absolute path: files, outbox, generated secrets, and the embedded database. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** At least 32 bytes; never used itself, only keys derived from it. */
  secretKey: string;
  adminEmails: string[];
  scoreReviewPassword: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  oidc: { issuer: URL; clientId: string; clientSecret: string | undefined; name: string } | undefined;
  s3:
    | {
        endpoint: string | undefined;
        bucket: string;
        region: string;
        accessKeyId: string;
        secretAccessKey: string;
      }
    | undefined;
  trustedProxies: string[];
  rateLimitScale: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}
