import { paths } from '../../../contract/platform/pages.ts';
import {
  createEmail,
  createPageLink,
  type Email,
  type EmailSite,
  formatGreeting,
} from '../../platform/mail/email.ts';

/** Creates the email to a new volunteer, with the link that opens the check-in station. */
export function createVolunteerEmail({ event, publicUrl, name }: EmailSite & { name: string }): Email {
  return createEmail(`You check people in at ${event.name}`, event, [
    { heading: 'You are a check-in volunteer' },
    { say: formatGreeting(name) },
    { say: 'Open the station on your phone once before the event, and sign in with this address.' },
    { link: createPageLink(publicUrl, paths.checkIn), label: 'Open the station' },
  ]);
}
