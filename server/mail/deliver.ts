import type { Services } from '../services.ts';
import { markSent, unsentMail } from './mail.queries.ts';

/**
 * Delivers one mail of the outbox, once. Should the program be killed between the mail server's "accepted" and the mark,
 * it goes out again with the same Message-ID. Throws when it could not be delivered, for the queue to try again.
 */
export async function deliverMail(services: Services, payload: Record<string, unknown>): Promise<void> {
  const mail = await unsentMail(services.db, String(payload.mailId));
  if (!mail) return;
  const { config, event } = services;
  const at = mail.created_at.toISOString().replace(/[-:]|\.\d+/g, '');
  await services.sendMail(
    {
      from: config.mailFrom.includes('<') ? config.mailFrom : { name: event.name, address: config.mailFrom },
      to: { name: '', address: mail.recipient },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      date: mail.created_at,
      messageId: `<${mail.id}@${config.publicUrl.hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
    `${at}-${mail.id}.eml`,
  );
  await markSent(services.db, mail.id);
}
