import type { TestApp } from './app.ts';
import { createApplicant } from './applicants.ts';
import { callAbout, callOnOwnApplication, type MatrixCall, plainCall } from './authz-matrix-call.ts';
import type { MatrixWorld } from './world.ts';

const hackerApproved = {
  prepare: ({ cast }: MatrixWorld, site: TestApp) => createApplicant(site, cast.hacker),
};

/** How the rows about the door and its volunteers are asked for. */
export const checkInCalls: Record<string, MatrixCall> = {
  ...Object.fromEntries(
    ['roster', 'counts', 'attempts', 'conflicts'].map((what) => [
      `GET /api/check-ins/${what}`,
      plainCall(`GET /api/check-ins/${what}`, `/check-ins/${what}`),
    ]),
  ),
  'GET /api/applications/checked-in': plainCall(
    'GET /api/applications/checked-in',
    '/applications/checked-in',
  ),
  'GET /api/applications/search?term=&status=approved': plainCall(
    'GET /api/applications/search',
    '/applications/search?term=a&status=approved',
  ),
  'GET /api/attendance/user-attendance-status/{U}': callAbout(
    'GET /api/attendance/user-attendance-status/:userId',
    (as, { cast }) => as.call('GET', `/attendance/user-attendance-status/${cast.hacker.id}`),
    hackerApproved,
  ),
  'PUT /api/attendance': callAbout(
    'PUT /api/attendance',
    (as) => as.call('PUT', '/attendance', { attending: true }),
    {
      given: callOnOwnApplication('approved'),
    },
  ),
  'POST /api/applications/check-in': callAbout(
    'POST /api/applications/check-in',
    (as, { cast }) => as.call('POST', '/applications/check-in', { userId: cast.hacker.id }),
    hackerApproved,
  ),
  'POST /api/check-ins/read': callAbout('POST /api/check-ins/read', (as, { approved }) =>
    as.call('POST', '/check-ins/read', { userId: approved.id }),
  ),
  'POST /api/check-ins/sync': callAbout('POST /api/check-ins/sync', (as, { approved }) =>
    as.call('POST', '/check-ins/sync', {
      checkIns: [
        {
          key: crypto.randomUUID(),
          userId: approved.id,
          checkpoint: 'entrance',
          at: new Date().toISOString(),
        },
      ],
    }),
  ),
  'POST /api/check-ins/attempts': callAbout('POST /api/check-ins/attempts', (as) =>
    as.call('POST', '/check-ins/attempts', {
      attempts: [{ key: crypto.randomUUID(), reason: 'invalid_pass', at: new Date().toISOString() }],
    }),
  ),
  'PUT /api/check-ins/conflicts/{id}': callAbout(
    'PUT /api/check-ins/conflicts/:id',
    async (as, { approved }, { services }) => {
      const { id } = await services.db
        .selectFrom('check_ins')
        .where('user_id', '=', approved.id)
        .select('id')
        .executeTakeFirstOrThrow();
      return as.call('PUT', `/check-ins/conflicts/${id}`, { keep: 'first', reason: 'Seen twice' });
    },
    {
      prepare: ({ approved, cast }, { services }) =>
        services.db
          .insertInto('check_ins')
          .values({
            user_id: approved.id,
            checkpoint: 'entrance',
            key: crypto.randomUUID(),
            state: 'conflict',
            pass_verified: true,
            checked_in_by: cast.admin.id,
          })
          .execute(),
    },
  ),
  'DELETE /api/check-ins/{id}': callAbout(
    'DELETE /api/check-ins/:id',
    async (as, { approved }, { services }) => {
      const { id } = await services.db
        .selectFrom('check_ins')
        .where('user_id', '=', approved.id)
        .select('id')
        .executeTakeFirstOrThrow();
      return as.call('DELETE', `/check-ins/${id}`, { reason: 'Wrong person' });
    },
    {
      prepare: ({ approved, cast }) =>
        cast.admin.call('POST', '/applications/check-in', { userId: approved.id }),
    },
  ),
  'GET /api/volunteers': plainCall('GET /api/volunteers', '/volunteers'),
  'GET /api/volunteers/candidates': plainCall(
    'GET /api/volunteers/candidates',
    '/volunteers/candidates?term=nobody-of-this-name',
  ),
  'POST /api/volunteers': plainCall('POST /api/volunteers', '/volunteers', { email: 'vera@example.org' }),
  'DELETE /api/volunteers/{id}': callAbout(
    'DELETE /api/volunteers/:id',
    async (as, _world, { services }) => {
      const { id } = await services.db
        .selectFrom('users')
        .where('role', '=', 'volunteer')
        .select('id')
        .executeTakeFirstOrThrow();
      return as.call('DELETE', `/volunteers/${id}`);
    },
    { prepare: ({ cast }) => cast.admin.call('POST', '/volunteers', { email: 'vito@example.org' }) },
  ),
  'POST /api/users/{U}/pass': callAbout(
    'POST /api/users/:id/pass',
    (as, { cast }) => as.call('POST', `/users/${cast.hacker.id}/pass`),
    hackerApproved,
  ),
};
