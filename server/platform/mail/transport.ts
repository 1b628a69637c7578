import { promises as fs } from 'node:fs';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import type { Config } from '../config.ts';

/** `file` is the email's name in the outbox folder; `urgent` emails do not wait for others. */
interface SendOptions {
  file: string;
  urgent?: boolean;
}

/** Sends one message. Throws when it was not sent. */
export type SendMail = (message: SendMailOptions, options: SendOptions) => Promise<void>;

/** Returns the folder for emails as files, used without `SMTP_URL`. */
export function outboxFolder(dataDir: string): string {
  return path.join(dataDir, 'outbox');
}

const seconds = 1000;
const idleAfter = 2 * seconds;

/** Sends mail by SMTP when it is configured, else writes it to files in the outbox folder. */
export function createMailSender(config: Pick<Config, 'smtpUrl' | 'mailRate' | 'dataDir'>): SendMail {
  if (!config.smtpUrl) return intoOutbox(outboxFolder(config.dataDir));
  const bulk = bySmtp(config.smtpUrl, { maxConnections: 2, rateDelta: seconds, rateLimit: config.mailRate });
  const urgent = bySmtp(config.smtpUrl, { maxConnections: 2 });
  return (message, options) => (options.urgent ? urgent(message) : bulk(message));
}

/** Keeps connections open between emails, until none is sent for 2 s. */
function bySmtp(
  url: string,
  pool: { maxConnections: number; rateDelta?: number; rateLimit?: number },
): (message: SendMailOptions) => Promise<void> {
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      pool: true,
      ...pool,
      connectionTimeout: 10 * seconds,
      greetingTimeout: 5 * seconds,
      socketTimeout: 20 * seconds,
      dnsTimeout: 10 * seconds,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let transport: ReturnType<typeof open> | undefined;
  let sending = 0;
  let idle: NodeJS.Timeout | undefined;
  return async (message) => {
    clearTimeout(idle);
    transport ??= open();
    sending += 1;
    try {
      await (await transport).sendMail(message);
    } finally {
      sending -= 1;
      if (sending === 0)
        idle = setTimeout(() => {
          transport?.then(
            (opened) => opened.close(),
            () => undefined,
          );
          transport = undefined;
        }, idleAfter).unref();
    }
  };
}

function intoOutbox(folder: string): SendMail {
  return async (message, { file: name }) => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message: content } = await transport.sendMail(message);
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, name);
    // Written under another name and renamed, so that a repeat after a kill replaces the file and it exists once, complete.
    await fs.writeFile(`${file}.part`, content as Buffer, { mode: 0o600, flush: true });
    await fs.rename(`${file}.part`, file);
  };
}
