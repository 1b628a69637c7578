import { paths } from '../../../contract/platform/pages.ts';
import { createEmail, createPageLink, type Email, type EmailSite } from '../../platform/mail/email.ts';

/** Creates the email of an announcement; `unsubscribeUrl` is left out where nobody can unsubscribe. */
export function createAnnouncementEmail({
  event,
  publicUrl,
  subject,
  text,
  unsubscribeUrl,
}: EmailSite & { subject: string; text: string; unsubscribeUrl: string | undefined }): Email {
  const small = `You get this email because you have an account at ${event.name}.`;
  return createEmail(subject, event, [
    ...text.split(/\n{2,}/).map((say) => ({ say })),
    { link: createPageLink(publicUrl, paths.dashboard), label: 'Open your dashboard' },
    unsubscribeUrl ? { small, link: unsubscribeUrl, label: 'Unsubscribe from announcements' } : { small },
  ]);
}
