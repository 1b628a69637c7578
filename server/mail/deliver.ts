import type { Services } from '../services.ts';
import { findUnsentMail, markMailSent } from './mail.queries.ts';
import { codePlaceholder, deriveCode } from './sign-in-code.ts';

// There is no such mailbox: a retry would not change that.
const refusedForGood = new Set([550, 551, 553]);

/**
 * Delivers one mail, once. When the program is killed between the mail server's acceptance and the update, it is sent
 * again with the same Message-ID. Throws when it could not be delivered, so that the queue retries; a mail to an address
 * that the mail server refuses permanently is given up.
 */
export async function deliverMail(services: Services, payload: Record<string, unknown>): Promise<void> {
  const mail = await findUnsentMail(services.db, String(payload.mailId));
  if (!mail) return;
  const { config, event } = services;
  const { code_id: codeId, codeExpiresAt, codeUsedAt } = mail;
  // Nobody can use this code any more.
  if (codeExpiresAt && (codeUsedAt || codeExpiresAt <= services.now())) return;
  // The code exists only in the email that is sent: neither the table nor a backup holds it.
  const withCode = (part: string) =>
    codeId ? part.replaceAll(codePlaceholder, deriveCode(config, codeId)) : part;
  const at = mail.created_at.toISOString().replace(/[-:]|\.\d+/g, '');
  const send = services.sendMail(
    {
      from: config.mailFrom.includes('<') ? config.mailFrom : { name: event.name, address: config.mailFrom },
      to: { name: '', address: mail.recipient },
      subject: withCode(mail.subject),
      text: withCode(mail.text),
      html: withCode(mail.html),
      date: mail.created_at,
      messageId: `<${mail.id}@${config.publicUrl.hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
    `${at}-${mail.id}.eml`,
  );
  try {
    await send;
  } catch (error) {
    const { responseCode } = error as { responseCode?: number };
    if (!refusedForGood.has(responseCode ?? 0)) throw error;
    services.log.warn({ mail: mail.id, responseCode }, 'the address of a mail was refused');
    return;
  }
  await markMailSent(services.db, mail.id);
}
