import { paths } from '../../contract/platform/pages.ts';
import { createEmail, createPageLink, type EmailSite, formatGreeting } from '../platform/mail/email.ts';

export function createTableEmail({
  event,
  publicUrl,
  name,
  number,
}: EmailSite & { name: string; number: number }) {
  return createEmail(`Your table: ${number}`, event, [
    { heading: `Your table: ${number}` },
    formatGreeting(name),
    'The judges come to this table. Stay near it while judging lasts.',
    { link: createPageLink(publicUrl, paths.dashboard), label: 'Open your dashboard' },
  ]);
}
