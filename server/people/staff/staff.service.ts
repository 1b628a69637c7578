import type * as contract from '../../../contract/people/staff.ts';
import { type TeamRole, teamRoles } from '../../../contract/people/staff.ts';
import { day } from '../../../contract/platform/durations.ts';
import { findOrCreateAccount } from '../../people-data/accounts.service.ts';
import { deleteUserSessions } from '../../people-data/sessions.queries.ts';
import { updateRole } from '../../people-data/users.queries.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import { queueInvitation } from '../../platform/mail/mail.service.ts';
import { createInvitationLink, deriveInvitationToken } from '../../platform/mail/mail-secrets.ts';
import type { Services } from '../../platform/services.ts';
import { leaveTeamAndRequests } from '../../teams/members.service.ts';
import { storeLink } from '../auth/sign-in-links.service.ts';
import { lockOwners, setRole } from '../users/roles.service.ts';
import { createInvitationEmail } from './invitation-email.ts';
import { canHandOver, endSessionsRefusal, mayPassOnLink, roleRefusal, toTeamRole } from './staff.policy.ts';
import { deleteLinksOf, findPerson, hasLinkAfter, selectStaff } from './staff.queries.ts';

const invitationDays = 7;
/** How soon an invitation can be emailed again, in milliseconds. */
const resendAfter = 10 * 60_000;

/** Lists the people who run the event, and what the caller can do about each. */
export async function listStaff(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { actor: reader }: Call<typeof contract.listStaff>,
) {
  const staff = await selectStaff(db);
  const owners = staff.filter(({ isOwner }) => isOwner).map(({ id }) => id);
  return {
    members: staff.map((person) => ({
      _id: person.id,
      name: person.name,
      email: person.email ?? '',
      role: toTeamRole(person)!,
      lastSeenAt: person.lastSeenAt?.toISOString() ?? null,
      sessions: Number(person.sessions),
      isYou: person.id === reader.id,
      can: {
        change: !roleRefusal(reader, person, undefined, owners),
        handOver: canHandOver(reader, person),
      },
    })),
    roles: teamRoles.filter((role) => role !== 'owner' || reader.isOwner),
    sendsMail: config.smtpUrl !== undefined,
  };
}

/** Blocks concurrent changes of the team, and returns actor and person as they are now. Throws `forbidden`, `not_found`. */
async function lockPeople(trx: Db, actorId: string, id: string) {
  const owners = await lockOwners(trx);
  const [actor, person] = [await findPerson(trx, actorId), await findPerson(trx, id)];
  if (actor?.role !== 'admin') fail('forbidden');
  if (!person) fail('not_found');
  return { owners, actor, person };
}

/** Gives a person a role on the team, or another one. Throws `owner_only`, `last_owner` and `staff_applied`. */
async function changeRole(
  trx: Db,
  services: Services,
  { owners, actor, person }: Awaited<ReturnType<typeof lockPeople>>,
  role: TeamRole,
): Promise<void> {
  failIf(roleRefusal(actor, person, role, owners));
  if (toTeamRole(person) === role) return;
  // Nobody may rate, check in or judge themselves.
  if (role !== 'owner' && role !== 'organizer' && person.applicationId) fail('staff_applied');
  await leaveTeamAndRequests(trx, services, person.id);
  await setRole(trx, person.id, role === 'organizer' ? 'admin' : role, actor.id);
}

/**
 * Gives the holder of an address a role and emails a link that signs in once within seven days. A repeat changes and sends
 * nothing; but after ten minutes it sends another link to a person who has never signed in, and both links work. Returns
 * the link if `mayPassOnLink`. Throws `owner_only`, `last_owner`, `staff_applied` and `invited_often`.
 */
export async function inviteStaff(
  services: Services,
  { actor: { id: actorId }, body: { email, role } }: Call<typeof contract.inviteStaff>,
): Promise<{ link?: string }> {
  const { config } = services;
  return transact(services.db, async (trx) => {
    const id = await findOrCreateAccount(trx, email);
    const people = await lockPeople(trx, actorId, id);
    const { name, lastSeenAt } = people.person;
    const isNew = toTeamRole(people.person) !== role;
    await changeRole(trx, services, people, role);
    const expires = services.now().getTime() + invitationDays * day;
    if (!isNew && (lastSeenAt || (await hasLinkAfter(trx, id, new Date(expires - resendAfter))))) return {};
    const content = createInvitationEmail({ event: services.event, name, role, days: invitationDays });
    const mailId = await queueInvitation(trx, services, { ...content, to: email, userId: id });
    await storeLink(trx, deriveInvitationToken(config, mailId), id, new Date(expires));
    return mayPassOnLink(config, people.actor, people.person)
      ? { link: createInvitationLink(config, mailId) }
      : {};
  });
}

/** Changes a team member's role. Throws `not_found`, `owner_only`, `last_owner` and `staff_applied`. */
export async function updateStaffRole(
  services: Services,
  { actor: { id: actorId }, params: { id }, body: { role } }: Call<typeof contract.updateStaffRole>,
): Promise<void> {
  await transact(services.db, async (trx) => {
    const people = await lockPeople(trx, actorId, id);
    if (!toTeamRole(people.person)) fail('not_found');
    await changeRole(trx, services, people, role);
  });
}

/** Removes a person from the team; they become a hacker. Throws `not_found`, `owner_only` and `last_owner`. */
export async function removeStaff(
  { db }: Services,
  { actor: { id: actorId }, params: { id } }: Call<typeof contract.removeStaff>,
): Promise<void> {
  await transact(db, async (trx) => {
    const { owners, actor, person } = await lockPeople(trx, actorId, id);
    if (!toTeamRole(person)) fail('not_found');
    failIf(roleRefusal(actor, person, undefined, owners));
    await deleteLinksOf(trx, id);
    await setRole(trx, id, 'hacker', actorId);
  });
}

/** Signs a team member out everywhere and ends their invitation. Throws `not_found` and `owner_only`. */
export async function endStaffSessions(
  { db }: Services,
  { actor: { id: actorId }, params: { id } }: Call<typeof contract.endStaffSessions>,
): Promise<void> {
  await transact(db, async (trx) => {
    const { actor, person } = await lockPeople(trx, actorId, id);
    if (!toTeamRole(person)) fail('not_found');
    failIf(endSessionsRefusal(actor, person));
    await deleteLinksOf(trx, id);
    await deleteUserSessions(trx, id);
    await recordAudit(trx, actorId, 'sessions.ended', id);
  });
}

/**
 * Makes an organizer an owner in place of the caller. Throws `not_found` unless the caller is an owner and the other an
 * organizer.
 */
export async function handOverOwnership(
  { db }: Services,
  { actor: { id: actorId }, params: { id } }: Call<typeof contract.handOverOwnership>,
): Promise<void> {
  await transact(db, async (trx) => {
    const { actor, person } = await lockPeople(trx, actorId, id);
    if (!canHandOver(actor, person)) fail('not_found');
    await setRole(trx, id, 'owner', actorId);
    // They have fewer rights now, but stay signed in.
    await updateRole(trx, actorId, 'admin');
    await recordAudit(trx, actorId, 'role.admin', actorId);
  });
}
