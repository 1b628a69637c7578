import { paths } from '../../contract/platform/pages.ts';
import { findUser } from '../people-data/users.queries.ts';
import type { Db } from '../platform/db/open.ts';
import {
  createEmail,
  createPageLink,
  type EmailSite,
  formatGreeting,
  toSafeName,
} from '../platform/mail/email.ts';
import { addressTo, queueInvitation, queueMail } from '../platform/mail/mail.service.ts';
import type { Services } from '../platform/services.ts';

type TeamEmailKind = 'asked' | 'invited' | 'approved' | 'rejected' | 'removed' | 'leader';

type Facts = { team: string; other: string };

const templates: Record<
  TeamEmailKind,
  (facts: Facts) => { subject: string; paragraphs: string[]; label: string }
> = {
  asked: ({ team, other }) => ({
    subject: `${other} asks to join ${team}`,
    paragraphs: [`${other} would like to join ${team}.`, 'See the request and answer it on your dashboard.'],
    label: 'Answer the request',
  }),
  invited: ({ team, other }) => ({
    subject: `${other} invites you to ${team}`,
    paragraphs: [
      `${other} leads ${team} and would like to have you in it.`,
      'Accept or decline on your dashboard.',
    ],
    label: 'Answer the invite',
  }),
  approved: ({ team }) => ({
    subject: `You joined ${team}`,
    paragraphs: [`Your request was approved. You are now a member of ${team}.`],
    label: 'Meet your team',
  }),
  rejected: ({ team }) => ({
    subject: `Your request to join ${team}`,
    paragraphs: [
      `Your request to join ${team} was not approved this time.`,
      'Your dashboard has the other ways into a team.',
    ],
    label: 'Find a team',
  }),
  removed: ({ team }) => ({
    subject: `You are no longer in ${team}`,
    paragraphs: [
      `You have been removed from ${team}.`,
      'Your application stays as it is. You can join another team, or start your own.',
    ],
    label: 'Find a team',
  }),
  leader: ({ team }) => ({
    subject: `You now lead ${team}`,
    paragraphs: [
      `The leader of ${team} has left, and you have been a member longest, so the team is yours.`,
      'You now see the invite code, answer join requests and can remove members.',
    ],
    label: 'Open your team',
  }),
};

/** Creates the email about a change in a team; `other` is who caused it. Never contains the invite code or a message. */
function createTeamEmail(
  kind: TeamEmailKind,
  site: EmailSite,
  { name, team, other = '' }: { name: string; team: string; other?: string | undefined },
) {
  const { subject, paragraphs, label } = templates[kind]({
    team: toSafeName(team, 'the team'),
    other: toSafeName(other, 'Somebody'),
  });
  return createEmail(subject, site.event, [
    formatGreeting(name),
    ...paragraphs,
    { link: createPageLink(site, paths.dashboard), label },
  ]);
}

/** Queues an email about a team to somebody with a verified address; it goes out when the transaction commits. Throws `invited_often`. */
export async function sendTeamEmail(
  trx: Db,
  services: Pick<Services, 'event' | 'config' | 'now'>,
  kind: TeamEmailKind,
  { userId, team, other }: { userId: string; team: string; other?: { id: string; name: string } },
): Promise<void> {
  const recipient = await findUser(trx, userId);
  if (!recipient) return;
  const email = createTeamEmail(kind, services, { name: recipient.name, team, other: other?.name });
  for (const mail of addressTo(recipient, { ...email, aboutId: other?.id }))
    await (kind === 'invited' ? queueInvitation(trx, services, mail, other?.id) : queueMail(trx, mail));
}
