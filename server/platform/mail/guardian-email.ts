import { paths } from '../../../contract/platform/pages.ts';
import type { Config } from '../config.ts';
import { sign } from '../secret.ts';
import {
  createEmail,
  createPageLink,
  type Email,
  type EmailSite,
  formatGreeting,
  toSafeName,
} from './email.ts';

/** Stands in a stored email for the guardian's link, which is filled in when the email is sent. */
export const guardianLinkPlaceholder = '{guardian-link}';

/**
 * Returns the token of the link with this id. It follows from the random id and the secret, so that neither the stored email
 * nor an export nor a backup holds a link.
 */
export function deriveGuardianToken({ secretKey }: Pick<Config, 'secretKey'>, linkId: string): string {
  return sign(secretKey, 'guardian', linkId).toString('base64url');
}

/** Returns the address at which a guardian says yes. */
export function createGuardianUrl(config: Pick<Config, 'secretKey' | 'publicUrl'>, linkId: string): string {
  return new URL(`/api/guardian/${deriveGuardianToken(config, linkId)}`, config.publicUrl).href;
}

export function createGuardianEmail({
  event,
  name,
  days,
}: EmailSite & { name: string; days: number }): Email {
  const who = toSafeName(name, 'Somebody');
  return createEmail(`Your yes is needed: ${event.name}`, event, [
    { heading: `Can ${who} come to ${event.name}?` },
    { say: 'Hello,' },
    {
      say: `${who} has applied to ${event.name}, ${event.dates.label} at ${event.place}, and named you as parent or guardian.`,
    },
    {
      say: 'They are too young to decide this alone. Please read what they agreed to, and say yes or no.',
    },
    { link: guardianLinkPlaceholder, label: 'Read it and answer' },
    {
      small: `The link works for ${days} days. You do not know ${who}? Then ignore this email.`,
    },
  ]);
}

/** Creates the email that tells an applicant that their guardian said no. */
export function createDeclinedEmail({ event, publicUrl, name }: EmailSite & { name: string }): Email {
  return createEmail(`Your parent or guardian said no: ${event.name}`, event, [
    { heading: 'Your parent or guardian said no' },
    { say: formatGreeting(name) },
    { say: `Without their yes you cannot take part in ${event.name}. The organizers know it too.` },
    {
      say: 'They changed their mind, or it was a mistake? Write to the organizers: only they can ask again.',
    },
    { link: createPageLink(publicUrl, paths.dashboard), label: 'Open your dashboard' },
  ]);
}
