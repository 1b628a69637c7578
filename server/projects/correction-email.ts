import { paths } from '../../contract/platform/pages.ts';
import {
  createEmail,
  createPageLink,
  type EmailSite,
  formatGreeting,
  toSafeName,
} from '../platform/mail/email.ts';

export function createCorrectionEmail({
  event,
  publicUrl,
  name,
  title,
  changes,
}: EmailSite & { name: string; title: string; changes: readonly string[] }) {
  const project = toSafeName(title, 'your project');
  return createEmail(`An organizer corrected ${project}`, event, [
    formatGreeting(name),
    `An organizer corrected ${project}:`,
    ...changes,
    'If this is wrong, please tell the organizers.',
    { link: createPageLink(publicUrl, paths.project), label: 'Open your project' },
  ]);
}
