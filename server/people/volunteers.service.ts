import type { Volunteer } from '../../contract/volunteers.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { transact } from '../db/transact.ts';
import { fail } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { leaveTeamsOf } from '../teams/members.service.ts';
import { lockPerson, personById, setRole, volunteersByName } from './people.queries.ts';
import { accountWithAddress } from './people.service.ts';
import { deleteSessionsOf } from './sessions.queries.ts';

/** Everybody who helps at the door, by name. */
export async function volunteers({ db }: Services): Promise<Volunteer[]> {
  return volunteersByName(db);
}

/**
 * Lets the holder of an address help at the door, from their next sign-in on. Harmless when they do already. Throws
 * volunteer_is_admin, and volunteer_applied for somebody who wants to take part: nobody checks themselves in.
 */
export async function letHelp(services: Services, email: string, actorId: string | null): Promise<Volunteer> {
  return transact(services.db, async (trx) => {
    const id = await accountWithAddress(trx, email);
    await leaveTeamsOf(trx, services, id);
    await lockPerson(trx, id);
    const { role, name, applicationStatus } = await personById(trx, id);
    if (role === 'admin') fail('volunteer_is_admin');
    if (applicationStatus) fail('volunteer_applied');
    if (role !== 'volunteer') {
      await setRole(trx, id, 'volunteer');
      await deleteSessionsOf(trx, id);
      await recordAudit(trx, { actorId, action: 'role.volunteer', subject: id });
    }
    return { _id: id, name, email };
  });
}

/** Makes a volunteer a hacker again and ends their sessions. Throws not_found when they are none. */
export async function endHelp({ db }: Services, id: string, actorId: string | null): Promise<void> {
  await transact(db, async (trx) => {
    if (!(await lockPerson(trx, id)) || (await personById(trx, id)).role !== 'volunteer') fail('not_found');
    await setRole(trx, id, 'hacker');
    await deleteSessionsOf(trx, id);
    await recordAudit(trx, { actorId, action: 'role.hacker', subject: id });
  });
}
