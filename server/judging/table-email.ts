import { paths } from '../../contract/platform/pages.ts';
import { createEmail, createPageLink, type EmailSite, formatGreeting } from '../platform/mail/email.ts';

export function createTableEmail(site: EmailSite, { name, number }: { name: string; number: number }) {
  return createEmail(`Your table: ${number}`, site.event, [
    { heading: `Your table: ${number}` },
    formatGreeting(name),
    'The judges come to this table. Stay near it while judging lasts.',
    { link: createPageLink(site, paths.dashboard), label: 'Open your dashboard' },
  ]);
}
