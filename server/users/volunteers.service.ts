import { type ProblemCode, problems } from '../../contract/errors.ts';
import { cleanLine } from '../../contract/text-rules.ts';
import type { Volunteer, VolunteerCandidate } from '../../contract/volunteers.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { transact } from '../db/transact.ts';
import type { UserRow } from '../db/users-with-status.ts';
import { fail } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { closeUserSessions } from '../sessions/sessions.service.ts';
import { leaveAllTeams } from '../teams/members.service.ts';
import { getUserRow, lockUser, selectVolunteers, updateRole } from './users.queries.ts';
import { findOrCreateAccount } from './users.service.ts';
import { selectUsersByWords } from './volunteers.queries.ts';

const mostFound = 10;

/** Everybody who helps at the door, by name. */
export async function listVolunteers({ db }: Services): Promise<Volunteer[]> {
  return selectVolunteers(db);
}

type Standing = Pick<UserRow, 'role' | 'applicationStatus'>;

/** What keeps somebody from helping at the door; undefined when nothing does. */
function objection({ role, applicationStatus }: Standing): ProblemCode | undefined {
  if (role === 'admin') return 'volunteer_is_admin';
  // Nobody checks themselves in.
  return applicationStatus ? 'volunteer_applied' : undefined;
}

function whyNot(person: Standing): string | null {
  if (person.role === 'volunteer') return 'Helps at the door already.';
  const code = objection(person);
  return code ? problems[code].message : null;
}

/** People by words of their name or address, ten at the most, those who can help first; nobody for a blank term. */
export async function searchVolunteerCandidates(
  { db }: Services,
  term: string,
): Promise<VolunteerCandidate[]> {
  const cleaned = cleanLine(term);
  if (cleaned === '') return [];
  const found = await selectUsersByWords(db, { words: cleaned.split(' '), max: mostFound });
  return found.map(({ id, name, email, ...standing }) => {
    const reason = whyNot(standing);
    return { _id: id, name, email, can: { help: reason === null }, reason };
  });
}

/**
 * Lets the holder of an address help at the door, from their next sign-in on. Harmless when they do already. Throws
 * volunteer_is_admin, and volunteer_applied for somebody who wants to take part.
 */
export async function addVolunteer(
  services: Services,
  email: string,
  actorId: string | null,
): Promise<Volunteer> {
  return transact(services.db, async (trx) => {
    const id = await findOrCreateAccount(trx, email);
    await leaveAllTeams(trx, services, id);
    await lockUser(trx, id);
    const { role, name, applicationStatus } = await getUserRow(trx, id);
    const reason = objection({ role, applicationStatus });
    if (reason) fail(reason);
    if (role !== 'volunteer') {
      await updateRole(trx, id, 'volunteer');
      await closeUserSessions(trx, id);
      await recordAudit(trx, { actorId, action: 'role.volunteer', subject: id });
    }
    return { _id: id, name, email };
  });
}

/** Makes a volunteer a hacker again and ends their sessions. Throws not_found when they are none. */
export async function removeVolunteer({ db }: Services, id: string, actorId: string | null): Promise<void> {
  await transact(db, async (trx) => {
    if (!(await lockUser(trx, id)) || (await getUserRow(trx, id)).role !== 'volunteer') fail('not_found');
    await updateRole(trx, id, 'hacker');
    await closeUserSessions(trx, id);
    await recordAudit(trx, { actorId, action: 'role.hacker', subject: id });
  });
}
