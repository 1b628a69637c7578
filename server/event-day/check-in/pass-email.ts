import { paths } from '../../../contract/platform/pages.ts';
import { createEmail, createPageLink, type EmailSite, formatGreeting } from '../../platform/mail/email.ts';

/** Creates the email about a replaced pass, with the link to the new one. */
export function createPassEmail(site: EmailSite, { name }: { name: string }) {
  const { event } = site;
  return createEmail(`Your new pass for ${event.name}`, event, [
    { heading: 'Your pass has changed' },
    formatGreeting(name),
    'The check-in pass that you saved, printed or added to a wallet does not work any more.',
    { link: createPageLink(site, paths.dashboard), label: 'Open your new pass' },
  ]);
}
