import { paths } from '../../contract/platform/pages.ts';
import {
  createEmail,
  createPageLink,
  type EmailSite,
  formatGreeting,
  toSafeName,
} from '../platform/mail/email.ts';

/** Creates the email that tells somebody what organizers corrected of their project. */
export function createCorrectionEmail(
  site: EmailSite,
  { name, title, changes }: { name: string; title: string; changes: readonly string[] },
) {
  const project = toSafeName(title, 'your project');
  return createEmail(`An organizer corrected ${project}`, site.event, [
    formatGreeting(name),
    `An organizer corrected ${project}:`,
    ...changes,
    'If this is wrong, please tell the organizers.',
    { link: createPageLink(site, paths.project), label: 'Open your project' },
  ]);
}
