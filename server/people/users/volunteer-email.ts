import { paths } from '../../../contract/platform/pages.ts';
import type { HelperRole } from '../../../contract/platform/roles.ts';
import { createEmail, createPageLink, type EmailSite, formatGreeting } from '../../platform/mail/email.ts';

const tasks = {
  volunteer: {
    subject: 'You check people in at',
    heading: 'You are a check-in volunteer',
    say: 'Open the station on your phone once before the event, and sign in with this address.',
    page: paths.checkIn,
    label: 'Open the station',
  },
  mentor: {
    subject: 'You are a mentor at',
    heading: 'You are a mentor',
    say: 'Open the queue on your phone, sign in with this address, and say when you are on duty.',
    page: paths.help,
    label: 'Open the queue',
  },
};

/** Creates the email to a new volunteer or mentor, with the link that opens their page. */
export function createVolunteerEmail(site: EmailSite, { name, role }: { name: string; role: HelperRole }) {
  const { event } = site;
  const { subject, heading, say, page, label } = tasks[role];
  return createEmail(`${subject} ${event.name}`, event, [
    { heading },
    formatGreeting(name),
    say,
    { link: createPageLink(site, page), label },
  ]);
}
