import type { Event } from '../../../contract/event/event.ts';
import { formatDate, formatDateTime } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { texts } from '../../../contract/texts.ts';
import { createOwnEmail, createPageLink, type EmailSite, formatGreeting } from '../../platform/mail/email.ts';

type RegistrationSite = EmailSite & { event: Pick<Event, 'registration' | 'locale'> };

/** Creates the email that confirms an application and says what happens next, with the calendar file attached. */
export function createSubmissionEmail(
  site: RegistrationSite,
  { name, track }: { name: string; track: string },
) {
  const { event } = site;
  const { decisionsBy } = event.registration;
  const blocks = [
    { heading: 'We have your application' },
    formatGreeting(name),
    `Thank you for applying to ${event.name}, ${event.dates.label} at ${event.place}. Your track: ${track}.`,
    'What happens next:',
    {
      steps: [
        'The organizers read your application. Until they decide, you can correct it.',
        decisionsBy
          ? `You get an email with the decision by ${formatDate(decisionsBy, { locale: event.locale, timezone: 'UTC' })}.`
          : 'You get an email as soon as it is decided.',
        'Once approved, you say whether you will come and get your check-in pass. You can find a team at any time.',
        'The schedule is attached. Open it to add the event to your calendar.',
      ],
    },
  ];
  return createOwnEmail(
    { event, name, kind: 'received' },
    {
      subject: `Application received: ${event.name}`,
      blocks,
      always: [{ link: createPageLink(site, paths.dashboard), label: 'Open your dashboard' }],
    },
  );
}

/**
 * Creates the email about a decision on an application; an approval asks whether the person will come. It is queued by
 * `apply/applications/queue-decision-email.ts`, for a release by `release.service.ts`, and for a freed place by
 * `apply/places/offer-places.service.ts`. The emails of the waitlist and of offers are in `apply/places/place-emails.ts`.
 */
export function createDecisionEmail(
  site: EmailSite & { event: Partial<Pick<Event, 'locale' | 'timezone'>> },
  /** `heldUntil`: until when a limited place is held for an answer; `guardianMissing`: a guardian has not agreed. */
  {
    name,
    status,
    heldUntil,
    guardianMissing,
  }: { name: string; status: 'approved' | 'rejected'; heldUntil?: Date | null; guardianMissing?: boolean },
) {
  const { event } = site;
  if (status === 'rejected')
    return createOwnEmail(
      { event, name, kind: 'rejected' },
      {
        subject: `Your application to ${event.name}`,
        blocks: [formatGreeting(name), texts.dashboard.rejected],
        always: [],
      },
    );
  const blocks = [
    { heading: texts.dashboard.approved },
    formatGreeting(name),
    `Your application is approved. ${event.name} takes place ${event.dates.label} at ${event.place}.`,
  ];
  const always = [
    ...(guardianMissing
      ? ['Your parent or guardian has not said yes. Without their yes you cannot take part.']
      : []),
    ...(heldUntil
      ? [`Your place is held until ${formatDateTime(heldUntil, event)}. After that it goes to somebody else.`]
      : []),
    'Will you come? Tell us with one tap, and find your check-in pass there.',
    { link: createPageLink(site, paths.dashboard), label: 'Open your dashboard' },
  ];
  const subject = `You are in: ${event.name}`;
  return createOwnEmail({ event, name, kind: 'approved' }, { subject, blocks, always });
}
