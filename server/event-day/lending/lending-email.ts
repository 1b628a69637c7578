import { createEmail, type Email, type EmailSite, formatGreeting } from '../../platform/mail/email.ts';

interface Reminder extends Pick<EmailSite, 'event'> {
  name: string;
  /** The name of the thing. */
  thing: string;
  /** Until when, as people read it. */
  due: string;
}

/** Creates the email that asks to bring a thing back soon. */
export function createReminderEmail({ event, name, thing, due }: Reminder): Email {
  return createEmail(`Please bring back: ${thing}`, event, [
    { heading: 'Please bring it back' },
    { say: formatGreeting(name) },
    { say: `You borrowed ${thing} until ${due}. Somebody else may wait for it.` },
  ]);
}
