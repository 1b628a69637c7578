import { type ProblemCode, problems } from '../../../contract/errors.ts';
import type * as contract from '../../../contract/people/volunteers.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import { isHelper, isStaff } from '../../../contract/platform/roles.ts';
import { cleanLine } from '../../../contract/platform/text-rules.ts';
import { splitWords } from '../../../packages/text/fold-text.ts';
import { findOrCreateAccount } from '../../people-data/accounts.service.ts';
import { requireOpenReview } from '../../people-data/blind-review.ts';
import { lockUser } from '../../people-data/users.locks.ts';
import { getUserRow } from '../../people-data/users.queries.ts';
import type { UserRow } from '../../people-data/users-with-status.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call, CallBy } from '../../platform/http/call.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import { queueInvitation } from '../../platform/mail/mail.service.ts';
import type { Services } from '../../platform/services.ts';
import { leaveTeamAndRequests } from '../../teams/members.service.ts';
import { setRole } from './roles.service.ts';
import { endShiftsOf } from './shifts.service.ts';
import { createVolunteerEmail } from './volunteer-email.ts';
import { selectUsersByWords, selectVolunteers } from './volunteers.queries.ts';

const maxFound = 10;

/** Lists the volunteers and mentors by name, except those whose shift is over. */
export async function listVolunteers({ db, now }: Services): Promise<contract.Volunteer[]> {
  const volunteers = await selectVolunteers(db, now());
  return volunteers.map(({ checkpoint, since, until, lastScanAt, ...volunteer }) => ({
    ...volunteer,
    shift:
      checkpoint && since && until
        ? { checkpoint, since: since.toISOString(), until: until.toISOString() }
        : null,
    lastScanAt: lastScanAt?.toISOString() ?? null,
  }));
}

type Candidate = Pick<UserRow, 'role' | 'applicationStatus'>;

/** Returns why a user cannot become a volunteer or a mentor; `undefined` if they can. */
function findRefusal({ role, applicationStatus }: Candidate): ProblemCode | undefined {
  if (role === 'admin') return 'volunteer_is_admin';
  if (isStaff(role)) return 'volunteer_is_staff';
  // Nobody may check themselves in.
  return applicationStatus ? 'volunteer_applied' : undefined;
}

function findReason(candidate: Candidate): string | null {
  if (isHelper(candidate.role)) return `Is already a ${candidate.role}.`;
  const code = findRefusal(candidate);
  return code ? problems[code].message : null;
}

/** Lists up to ten users by words of their name or email address; none for a blank term. Throws `export_blind`. */
export async function searchVolunteerCandidates(
  { db }: Services,
  { query: { term } }: Call<typeof contract.searchVolunteerCandidates>,
): Promise<contract.VolunteerCandidate[]> {
  await requireOpenReview(db);
  const words = splitWords(cleanLine(term));
  if (words.length === 0) return [];
  const found = await selectUsersByWords(db, { words, max: maxFound });
  return found.map(({ id, name, email, ...candidate }) => {
    const reason = findReason(candidate);
    return { _id: id, name, email, can: { help: reason === null }, reason };
  });
}

/**
 * Makes the holder of an email address a volunteer or a mentor from their next sign-in, and emails them the link to their
 * page. Does nothing if they already are one. Throws `invited_often`, `volunteer_is_admin`, `volunteer_is_staff`, and
 * `volunteer_applied` for somebody who has applied to take part.
 */
export async function addVolunteer(
  services: Services,
  { actor: { id: actorId }, body: { email, role } }: CallBy<typeof contract.addVolunteer>,
): Promise<ResponseOf<typeof contract.addVolunteer>> {
  return transact(services.db, async (trx) => {
    const id = await findOrCreateAccount(trx, email);
    await leaveTeamAndRequests(trx, services, id);
    const { name, ...candidate } = await getUserRow(trx, id);
    failIf(findRefusal(candidate));
    if (candidate.role !== role) {
      await setRole(trx, id, role, actorId);
      const content = createVolunteerEmail(services, { name, role });
      await queueInvitation(trx, services, { ...content, to: email, userId: id });
    }
    return { success: true, data: { _id: id, name, email } };
  });
}

/**
 * Makes a volunteer or a mentor a hacker again, or ends their shift, and ends their sessions. Throws `not_found` if they
 * are neither.
 */
export async function removeVolunteer(
  { db, now }: Services,
  { actor: { id: actorId }, params: { id } }: CallBy<typeof contract.removeVolunteer>,
): Promise<void> {
  await transact(db, async (trx) => {
    if ((await endShiftsOf(trx, { now: now(), id, actorId })) > 0) return;
    const user = (await lockUser(trx, id)) && (await getUserRow(trx, id));
    // An account without an email address was created by a shift, which is over.
    if (!user || !isHelper(user.role) || user.email === null) fail('not_found');
    await setRole(trx, id, 'hacker', actorId);
  });
}
