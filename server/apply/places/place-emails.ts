import type { Event } from '../../../contract/event/event.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import {
  createEmail,
  createOwnEmail,
  createPageLink,
  type EmailSite,
  formatGreeting,
} from '../../platform/mail/email.ts';

// An offer is sent as the approval email, with a deadline: `createDecisionEmail` in ../applications/application-emails.ts.

export function createWaitlistEmail(site: EmailSite, { name }: { name: string }) {
  const { event } = site;
  const blocks = [
    { heading: 'You are on the waitlist' },
    formatGreeting(name),
    `We would like to have you at ${event.name}, but every place is taken. You get an email as soon as one is free for you.`,
  ];
  const always = [
    'You no longer want to come? Then withdraw your application in your account.',
    { link: createPageLink(site, paths.dashboard), label: 'Open your dashboard' },
  ];
  const subject = `You are on the waitlist: ${event.name}`;
  return createOwnEmail({ event, name, kind: 'waitlisted' }, { subject, blocks, always });
}

export function createReminderEmail(
  site: EmailSite & { event: Pick<Event, 'locale' | 'timezone'> },
  { name, heldUntil }: { name: string; heldUntil: Date },
) {
  const { event } = site;
  return createEmail(`Will you come? Your place at ${event.name}`, event, [
    { heading: 'Will you come?' },
    formatGreeting(name),
    `Your place at ${event.name} is held until ${formatDateTime(heldUntil, event)}. After that it goes to somebody else.`,
    'Yes or no takes one tap.',
    { link: createPageLink(site, paths.dashboard), label: 'Answer on your dashboard' },
  ]);
}

export function createLapsedEmail(site: EmailSite, { name }: { name: string }) {
  const { event } = site;
  return createEmail(`Your place at ${event.name} is no longer held`, event, [
    { heading: 'Your place is no longer held' },
    formatGreeting(name),
    `Your place at ${event.name} goes to somebody else: your answer did not come in time.`,
    'You still want to come? Say yes on your dashboard, and you get a place if one is free.',
    { link: createPageLink(site, paths.dashboard), label: 'Open your dashboard' },
  ]);
}
