import { createEmail, type EmailSender } from '../../platform/mail/email.ts';

export function createCodeEmail({ event, code, minutes }: EmailSender & { code: string; minutes: number }) {
  return createEmail(`${code} is your sign-in code for ${event.name}`, event, [
    { heading: 'Your sign-in code' },
    { code },
    `Enter it on the sign-in page. It works once, for ${minutes} minutes.`,
    { small: 'You did not ask for this? Then ignore it: nobody can sign in without the code.' },
  ]);
}
