import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Role } from '../../contract/platform/roles.ts';
import { sessionCookieName } from '../platform/sessions/session-cookies.ts';
import { openUserSession } from '../platform/sessions/sessions.service.ts';
import type { TestApp } from './app.ts';

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

function caller(test: TestApp, cookie: string): TestActor['call'] {
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
export function anonymous(test: TestApp): TestActor {
  return { id: '', name: '', email: '', cookie: '', call: caller(test, '') };
}

/** A visitor with these cookies. */
export function withCookie(test: TestApp, cookie: string): TestActor {
  return { id: '', name: '', email: '', cookie, call: caller(test, cookie) };
}

/** A person with a fresh session: a hacker, or whatever role is asked for. */
export async function signUp(
  test: TestApp,
  {
    name,
    role = 'hacker',
    isOwner = role === 'admin',
  }: { name?: string; role?: Role; isOwner?: boolean } = {},
): Promise<TestActor> {
  count += 1;
  const called = name ?? `${role === 'admin' ? 'Grace' : 'Ada'} ${count}`;
  const email = `${called.toLowerCase().replace(/[^a-z0-9]+/g, '.')}.${count}@example.org`;
  const { id } = await test.services.db
    .insertInto('users')
    .values({ name: called, email, email_verified: true, role, is_owner: isOwner })
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = await openUserSession(test.services, test.services.db, id);
  const cookie = `${sessionCookieName(test.services.config, 'user')}=${token}`;
  return { id, name: called, email, cookie, call: caller(test, cookie) };
}

/** An organizer, and an owner. */
export function signUpAdmin(test: TestApp, name?: string): Promise<TestActor> {
  return signUp(test, { name, role: 'admin' });
}
