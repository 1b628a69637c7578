import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Role } from '../../contract/platform/roles.ts';
import { sessionCookieName } from '../platform/sessions/session-cookies.ts';
import { createToken, hashToken } from '../platform/sessions/session-holders.ts';
import type { TestProgram } from './app.ts';

/** Somebody who calls the program over HTTP, with a session of their own or none. */
export interface TestActor {
  id: string;
  name: string;
  email: string;
  cookie: string;
  call: (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    options?: InjectOptions,
  ) => Promise<LightMyRequestResponse>;
}

let count = 0;

function caller(test: TestProgram, cookie: string): TestActor['call'] {
  return (method, path, body, options = {}) =>
    test.app.inject({
      method,
      url: /^\/(api|healthz|readyz|version|metrics)\b/.test(path) ? path : `/api${path}`,
      ...(body !== undefined && { payload: body as object }),
      ...options,
      headers: { ...(cookie && { cookie }), ...options.headers },
    });
}

/** A visitor without a session. */
export function anonymous(test: TestProgram): TestActor {
  return { id: '', name: '', email: '', cookie: '', call: caller(test, '') };
}

/** A visitor with these cookies. */
export function withCookie(test: TestProgram, cookie: string): TestActor {
  return { id: '', name: '', email: '', cookie, call: caller(test, cookie) };
}

interface Person {
  name?: string;
  role?: Role;
  isOwner?: boolean;
}

/** People with a fresh session, by the same names: hackers, or whatever role is asked for. Two statements for them all. */
export async function signUpAll<Key extends string>(
  test: TestProgram,
  people: Record<Key, Person>,
): Promise<Record<Key, TestActor>> {
  const { services } = test;
  const now = services.now();
  const made = Object.entries<Person>(people).map(
    ([key, { name, role = 'hacker', isOwner = role === 'admin' }]) => {
      count += 1;
      const called = name ?? `${role === 'admin' ? 'Grace' : 'Ada'} ${count}`;
      const email = `${called.toLowerCase().replace(/[^a-z0-9]+/g, '.')}.${count}@example.org`;
      const person = { id: crypto.randomUUID(), name: called, email };
      return { key, person, role, is_owner: isOwner, token: createToken(services) };
    },
  );
  const users = made.map(({ person, role, is_owner }) => ({
    ...{ ...person, email_verified: true, role, is_owner },
    ...(role !== 'hacker' && { last_seen_at: now }),
  }));
  await services.db.insertInto('users').values(users).execute();
  const sessions = made.map(({ person, token }) => ({
    ...{ token_hash: hashToken(token), user_id: person.id, created_at: now, last_seen_at: now },
  }));
  await services.db.insertInto('sessions').values(sessions).execute();
  const cookieName = sessionCookieName(services.config, 'user');
  const actors = made.map(({ key, person, token }): [string, TestActor] => {
    const cookie = `${cookieName}=${token}`;
    return [key, { ...person, cookie, call: caller(test, cookie) }];
  });
  return Object.fromEntries(actors) as Record<Key, TestActor>;
}

/** A person with a fresh session: a hacker, or whatever role is asked for. */
export async function signUp(test: TestProgram, person: Person = {}): Promise<TestActor> {
  return (await signUpAll(test, { person })).person;
}

/** An organizer, and an owner. */
export function signUpAdmin(test: TestProgram, name?: string): Promise<TestActor> {
  return signUp(test, { name, role: 'admin' });
}
