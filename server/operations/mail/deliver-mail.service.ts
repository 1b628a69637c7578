import { formatSchedule } from '../../event/event.service.ts';
import type { PayloadOf } from '../../platform/jobs/define-job.ts';
import type { deliverMailJob } from '../../platform/jobs/platform.jobs.ts';
import { createFiller, guardianLinkPlaceholder } from '../../platform/mail/mail-secrets.ts';
import { toOutboxName } from '../../platform/mail/outbox.service.ts';
import { createUnsubscribeUrl } from '../../platform/mail/unsubscribe-link.ts';
import type { Services } from '../../platform/services.ts';
import * as queries from './deliver-mail.queries.ts';

const maxAge = 3 * 24 * 3_600_000;

/** What a mail server answers when an address is wrong for good: enhanced status 5.1.x (RFC 3463), not its policies. */
const addressRefused = /^5\d\d[ -](5\.1\.\d+)\b/;

/**
 * Delivers one mail, once. When the program is killed between the mail server's acceptance and the update, it is sent
 * again with the same Message-ID. Throws when it could not be delivered, so that the queue retries; gives a mail up
 * when its address is refused permanently, or after three days.
 */
export async function deliverMail(services: Services, { mailId }: PayloadOf<typeof deliverMailJob>) {
  await queries.finalizeDecision(services.db, mailId);
  const mail = await queries.findUnsentMail(services.db, mailId);
  if (!mail) return;
  const { config, event } = services;
  const { code_id: codeId, codeExpiresAt, codeUsedAt, guardianLinkId } = mail;
  // Nobody can use this code any more.
  if (codeExpiresAt && (codeUsedAt || codeExpiresAt <= services.now())) return;
  // Somebody else is asked by now.
  if (!guardianLinkId && !mail.user_id && mail.text.includes(guardianLinkPlaceholder)) return;
  const fill = createFiller(config, { id: mail.id, codeId, guardianLinkId });
  const send = services.sendMail(
    {
      from: config.mailFrom.includes('<') ? config.mailFrom : { name: event.name, address: config.mailFrom },
      to: { name: '', address: mail.recipient },
      subject: fill(mail.subject),
      text: fill(mail.text),
      html: fill(mail.html),
      date: mail.created_at,
      messageId: `<${mail.id}@${config.publicUrl.hostname}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(mail.can_unsubscribe &&
          mail.user_id && {
            'List-Unsubscribe': `<${createUnsubscribeUrl(config, mail.user_id)}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
      },
      ...(mail.with_calendar && {
        attachments: [
          {
            filename: 'schedule.ics',
            contentType: 'text/calendar; charset=utf-8',
            content: await formatSchedule(services, mail.created_at),
          },
        ],
      }),
    },
    { file: toOutboxName(mail), urgent: codeId !== null },
  );
  try {
    await send;
  } catch (error) {
    const failure = describeFailure(error, services.now().getTime() - mail.created_at.getTime());
    if (!failure) throw error;
    await queries.markMailFailed(services.db, { id: mail.id, failure, at: services.now() });
    services.log.warn({ mail: mail.id, failure }, 'a mail was given up');
    if (mail.is_last) await queries.deleteMail(services.db, mail.id);
    return;
  }
  await queries.markMailSent(services.db, mail.id, services.now());
  if (mail.is_last) await queries.deleteMail(services.db, mail.id);
}

/** Returns why a mail is given up: `550 5.1.1`, or how it failed last after three days; undefined when it is retried. */
function describeFailure(error: unknown, age: number): string | undefined {
  const {
    response = '',
    responseCode,
    code,
  } = error as {
    response?: string;
    responseCode?: number;
    code?: string;
  };
  const status = addressRefused.exec(response)?.[1];
  if (status) return `${responseCode} ${status}`;
  return age > maxAge ? `not delivered within 3 days (${responseCode ?? code ?? 'unknown'})` : undefined;
}
