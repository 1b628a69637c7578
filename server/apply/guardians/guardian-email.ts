import { paths } from '../../../contract/platform/pages.ts';
import {
  createEmail,
  createPageLink,
  type EmailSender,
  type EmailSite,
  formatGreeting,
  toSafeName,
} from '../../platform/mail/email.ts';
import { guardianLinkPlaceholder } from '../../platform/mail/mail-secrets.ts';

export function createGuardianEmail({ event }: EmailSender, { name, days }: { name: string; days: number }) {
  const who = toSafeName(name, 'Somebody');
  return createEmail(`Please confirm: can ${who} come to ${event.name}?`, event, [
    { heading: `Can ${who} come to ${event.name}?` },
    'Hello,',
    `${who} has applied to ${event.name}, ${event.dates.label} at ${event.place}, and named you as parent or guardian.`,
    'They are too young to decide this alone. Please read what they agreed to, then say yes or no.',
    { link: guardianLinkPlaceholder, label: 'Read it and answer' },
    {
      small: `The link works for ${days} days. If you do not know ${who}, ignore this email.`,
    },
  ]);
}

export function createDeclinedEmail(site: EmailSite, { name }: { name: string }) {
  const { event } = site;
  return createEmail(`Your parent or guardian said no: ${event.name}`, event, [
    { heading: 'Your parent or guardian said no' },
    formatGreeting(name),
    `Without their yes you cannot take part in ${event.name}. The organizers can see their answer too.`,
    'If they have changed their mind, or it was a mistake, ask the organizers to contact them again.',
    { link: createPageLink(site, paths.dashboard), label: 'Open your dashboard' },
  ]);
}
