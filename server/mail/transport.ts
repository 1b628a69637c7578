import { promises as fs } from 'node:fs';
import path from 'node:path';
import { createTransport, type SentMessageInfo } from 'nodemailer';
import type { Config } from '../config.ts';

type Message = Parameters<ReturnType<typeof createTransport>['sendMail']>[0];

/** Sends one message; `file` is its name in the outbox folder. Throws when it was not sent. */
export type SendMail = (message: Message, file: string) => Promise<void>;

const seconds = 1000;

/** Sends mail by SMTP when it is configured, else writes it to files in the outbox folder. */
export function createMailSender(config: Pick<Config, 'smtpUrl' | 'dataDir'>): SendMail {
  return config.smtpUrl ? bySmtp(config.smtpUrl) : intoOutbox(path.join(config.dataDir, 'outbox'));
}

function bySmtp(url: string): SendMail {
  const transport = createTransport({
    url,
    connectionTimeout: 10 * seconds,
    greetingTimeout: 5 * seconds,
    socketTimeout: 20 * seconds,
    dnsTimeout: 10 * seconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (message) => {
    await transport.sendMail(message);
  };
}

function intoOutbox(folder: string): SendMail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (message, name) => {
    const { message: content } = (await transport.sendMail(message)) as SentMessageInfo;
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, name);
    // Written under another name and renamed: a repeat after a kill replaces the file, so it exists once and complete.
    await fs.writeFile(`${file}.part`, content as Buffer, { mode: 0o600, flush: true });
    await fs.rename(`${file}.part`, file);
  };
}
