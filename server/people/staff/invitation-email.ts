import type { TeamRole } from '../../../contract/people/staff.ts';
import { createEmail, type EmailSender, formatGreeting } from '../../platform/mail/email.ts';
import { invitationPlaceholder } from '../../platform/mail/mail-secrets.ts';

const parts: Record<TeamRole, string> = {
  owner: 'an owner: you can do everything, and appoint other owners',
  organizer: 'an organizer: you can set up the event, decide on applications and run the day',
  'application-reviewer': 'a reviewer: you read applications and rate them',
  'check-in-lead': 'the check-in lead: you run the entrance, walk-ins and volunteers',
  'judging-lead': 'the judging lead: you run judges, tables and results',
};

/** Creates the invitation to help run the event; its link signs in once. */
export function createInvitationEmail(
  invitation: EmailSender & { name: string; role: TeamRole; days: number },
) {
  const { event, name, role, days } = invitation;
  return createEmail(`You help to run ${event.name}`, event, [
    { heading: `Welcome to the team of ${event.name}` },
    formatGreeting(name),
    `You are now ${parts[role]}.`,
    { link: invitationPlaceholder, label: 'Sign in' },
    {
      small: `The link works once, for ${days} days; do not forward it. After that, sign in with this email address.`,
    },
  ]);
}
