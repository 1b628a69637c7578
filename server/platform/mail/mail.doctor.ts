import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';

const timeLimit = 10_000;

/** Signs in at the mail server without sending anything; returns a line if that fails. */
export async function checkMailServer({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<string[]> {
  if (!smtpUrl) return [];
  const limits = {
    connectionTimeout: timeLimit,
    greetingTimeout: timeLimit,
    socketTimeout: timeLimit,
    dnsTimeout: timeLimit,
  };
  const transport = createTransport({ url: smtpUrl, ...limits });
  try {
    await transport.verify();
    return [];
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    return [
      `The mail server of SMTP_URL refuses or does not answer (${[code, responseCode].filter(Boolean).join(', ')}).`,
    ];
  } finally {
    transport.close();
  }
}
