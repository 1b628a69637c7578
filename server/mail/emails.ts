import type { Event } from '../../contract/event.ts';
import { formatDate, formatDateTime } from '../../contract/format.ts';
import { paths } from '../../contract/pages.ts';
import { texts } from '../../contract/texts.ts';
import { type EmailBlock, renderHtml, renderText } from './email-layout.ts';

/** An email without its recipient. */
export interface Email {
  subject: string;
  text: string;
  html: string;
}

type EmailSender = { event: Pick<Event, 'name' | 'dates' | 'place'> };
export type EmailSite = EmailSender & { publicUrl: URL };

export function createCodeEmail({
  event,
  code,
  minutes,
}: EmailSender & { code: string; minutes: number }): Email {
  return createEmail(`${code} is your sign-in code for ${event.name}`, event, [
    { heading: 'Your sign-in code' },
    { code },
    { say: `Type it where you asked for it. It works once, for ${minutes} minutes.` },
    { small: 'You did not ask for this? Then ignore it: nobody can sign in without the code.' },
  ]);
}

type RegistrationSite = EmailSite & { event: Pick<Event, 'registration' | 'locale'> };

/** Creates the email that confirms an application and says what happens next; it has the calendar file with it. */
export function createSubmissionEmail({
  event,
  publicUrl,
  name,
  track,
}: RegistrationSite & { name: string; track: string }): Email {
  const { decisionsBy } = event.registration;
  return createEmail(`Application received: ${event.name}`, event, [
    { heading: 'We have your application' },
    { say: formatGreeting(name) },
    {
      say: `Thank you for applying to ${event.name}, ${event.dates.label} at ${event.place}. Your track: ${track}.`,
    },
    { say: 'What happens next:' },
    {
      steps: [
        'The organizers read your application. Until they decide, you can change your track and your resume.',
        decisionsBy
          ? `You get an email with the decision by ${formatDate(decisionsBy, { locale: event.locale, timezone: 'UTC' })}.`
          : 'You get an email as soon as it is decided.',
        'Once approved, you say whether you will come, find a team, and get your check-in pass.',
        'The schedule is attached. Open it to add the event to your calendar.',
      ],
    },
    { link: new URL(paths.dashboard, publicUrl).href, label: 'Open your dashboard' },
  ]);
}

/** Creates the email about a decision on an application; an approval asks whether the person will come. */
export function createStatusEmail({
  event,
  publicUrl,
  name,
  status,
  heldUntil,
}: EmailSite & {
  event: Partial<Pick<Event, 'locale' | 'timezone'>>;
  name: string;
  status: 'approved' | 'rejected';
  /** Until when a limited place is held for the answer. */
  heldUntil?: Date | null;
}): Email {
  if (status === 'rejected')
    return createEmail(`Your application to ${event.name}`, event, [
      { say: formatGreeting(name) },
      { say: texts.dashboard.rejected },
    ]);
  return createEmail(`You are in: ${event.name}`, event, [
    { heading: texts.dashboard.approved },
    { say: formatGreeting(name) },
    {
      say: `Your application is approved. ${event.name} takes place ${event.dates.label} at ${event.place}.`,
    },
    ...(heldUntil
      ? [
          {
            say: `Your place is held until ${formatDateTime(heldUntil, event)}. After that it goes to somebody else.`,
          },
        ]
      : []),
    { say: 'Will you come? Tell us with one tap, and find your check-in pass there.' },
    { link: new URL(paths.dashboard, publicUrl).href, label: 'Open your dashboard' },
  ]);
}

/** Renders the same blocks as text and as HTML. */
export function createEmail(subject: string, event: EmailSender['event'], blocks: EmailBlock[]): Email {
  return { subject, text: renderText(blocks, event.name), html: renderHtml(subject, blocks, event.name) };
}

/** Returns a name, or `instead` when mail programs could make it a link: nobody may send links in our name. */
export function toSafeName(name: string, instead: string): string {
  const hasLink = /:|\/|@|www\.|\.\w{2,}/i.test(name);
  return name.trim() && !hasLink ? name.trim() : instead;
}

/** Returns the first line of an email. */
export function formatGreeting(name: string): string {
  const first = toSafeName(name, '').split(/\s+/)[0];
  return first ? `Hello ${first},` : 'Hello,';
}
