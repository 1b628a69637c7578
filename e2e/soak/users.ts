import { randomBytes } from 'node:crypto';
import { openSession } from '../../server/people-data/sessions.service.ts';
import type { Db } from '../../server/platform/db/open.ts';

export interface LoadUser {
  id: string;
  cookie: string;
}

export async function createUsers(
  db: Db,
  count: number,
  role: 'hacker' | 'volunteer' | 'admin' = 'hacker',
): Promise<LoadUser[]> {
  const users = Array.from({ length: count }, () => {
    const name = `${role} ${randomBytes(5).toString('hex')}`;
    return {
      name,
      email: `${name.replace(' ', '.')}@example.org`,
      email_verified: true,
      role,
      is_owner: role === 'admin',
    };
  });
  const ids = await db.insertInto('users').values(users).returning('id').execute();
  const services = { random: randomBytes, now: () => new Date() };
  const people: LoadUser[] = [];
  // In sequence: thousands at once would wait too long for a connection.
  for (const { id } of ids)
    people.push({ id, cookie: `sid=${await openSession(services, db, 'user', { user_id: id })}` });
  return people;
}
