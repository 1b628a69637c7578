import { paths } from '../../../contract/platform/pages.ts';
import {
  createEmail,
  createPageLink,
  type Email,
  type EmailSite,
  formatGreeting,
} from '../../platform/mail/email.ts';

/** Creates the email to a new mentor, with the link that opens the queue. */
export function createMentorEmail({ event, publicUrl, name }: EmailSite & { name: string }): Email {
  return createEmail(`You are a mentor at ${event.name}`, event, [
    { heading: 'You are a mentor' },
    { say: formatGreeting(name) },
    { say: 'Open the queue on your phone, sign in with this address, and say when you are on duty.' },
    { link: createPageLink(publicUrl, paths.help), label: 'Open the queue' },
  ]);
}
