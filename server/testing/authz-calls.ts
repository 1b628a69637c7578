import type { LightMyRequestResponse } from 'fastify';
import type { TestActor } from './actors.ts';
import type { TestApp } from './app.ts';
import { checkInCalls } from './authz-check-in.ts';
import { judgingCalls } from './authz-judging.ts';
import { callAbout, callOnOwnApplication, type MatrixCall, plainCall } from './authz-matrix-call.ts';
import { walletCalls } from './authz-wallet.ts';
import { sendDeck, submitForm } from './forms.ts';
import { createGeneratedPdf, createPdf } from './pdf.ts';
import type { MatrixWorld } from './world.ts';

const session: Record<string, MatrixCall> = {
  'GET /api/auth/login': plainCall('GET /api/auth/login', '/auth/login'),
  'GET /api/auth/callback (proposed)': plainCall(
    'GET /api/auth/callback',
    '/auth/callback?code=x&state=forged',
  ),
  'GET /api/auth/user': plainCall('GET /api/auth/user', '/auth/user'),
  'GET /api/auth/logout': plainCall('GET /api/auth/logout', '/auth/logout'),
  'GET /api/auth/options': plainCall('GET /api/auth/options', '/auth/options'),
  'POST /api/auth/email/start': plainCall('POST /api/auth/email/start', '/auth/email/start', {
    email: 'new@example.org',
  }),
  'POST /api/auth/email/verify': plainCall('POST /api/auth/email/verify', '/auth/email/verify', {
    email: 'nobody@example.org',
    code: '000000',
  }),
  'POST /api/auth/link': plainCall('POST /api/auth/link', '/auth/link', { token: 'x'.repeat(43) }),
  'PUT /api/users/me': plainCall('PUT /api/users/me', '/users/me', { name: 'New Name' }),
  'GET /api/users/me/export': plainCall('GET /api/users/me/export', '/users/me/export'),
  'DELETE /api/users/me': callAbout('DELETE /api/users/me', (as) => as.call('DELETE', '/users/me'), {
    prepare: ({ cast }, { services }) =>
      services.db.updateTable('users').set({ role: 'hacker' }).where('id', '!=', cast.admin.id).execute(),
  }),
};

const ask = { query: 'python', filters: {} };
const search: Record<string, MatrixCall> = {
  'POST /api/search/determine-search-type': plainCall(
    'POST /api/search/determine-search-type',
    '/search/determine-search-type',
    { query: 'python' },
  ),
  'POST /api/search/vector-only': plainCall('POST /api/search/vector-only', '/search/vector-only', ask),
  'POST /api/search/rag': plainCall('POST /api/search/rag', '/search/rag', ask),
};

const teams: Record<string, MatrixCall> = {
  'GET /api/teams/{T}': callAbout('GET /api/teams/:id', (as, { team }) =>
    as.call('GET', `/teams/${team.id}`),
  ),
  'POST /api/teams': plainCall('POST /api/teams', '/teams', { name: 'Second', maxMembers: 4 }),
  'POST /api/teams/join': callAbout(
    'POST /api/teams/join',
    (as, { team }) => as.call('POST', '/teams/join', { inviteCode: team.code }),
    { joins: true },
  ),
  'DELETE /api/teams/{T}/leave': callAbout('DELETE /api/teams/:id/leave', (as, { team }) =>
    as.call('DELETE', `/teams/${team.id}/leave`),
  ),
  'DELETE /api/teams/{T}/kick/{M}': callAbout('DELETE /api/teams/:id/kick/:memberId', (as, { team, cast }) =>
    as.call('DELETE', `/teams/${team.id}/kick/${cast.member.id}`),
  ),
  'GET /api/teams/search?query=': plainCall('GET /api/teams/search', '/teams/search?query=owl'),
  'GET /api/teams/join-requests': plainCall('GET /api/teams/join-requests', '/teams/join-requests'),
  'GET /api/teams/my-requests': plainCall('GET /api/teams/my-requests', '/teams/my-requests'),
  'POST /api/teams/join-requests (proposed)': callAbout(
    'POST /api/teams/join-requests',
    (as, { strangers }) => as.call('POST', '/teams/join-requests', { teamId: strangers.id }),
  ),
  'PUT /api/teams/join-requests/{R→T}': callAbout('PUT /api/teams/join-requests/:id', (as, { requestId }) =>
    as.call('PUT', `/teams/join-requests/${requestId}`, { action: 'approve' }),
  ),
  'DELETE /api/teams/join-requests/{R}/cancel': callAbout(
    'DELETE /api/teams/join-requests/:id/cancel',
    (as, { requestId }) => as.call('DELETE', `/teams/join-requests/${requestId}/cancel`),
  ),
  'PUT /api/users/team-preference': plainCall('PUT /api/users/team-preference', '/users/team-preference', {
    teamPreference: 'solo',
  }),
};

const applications: Record<string, MatrixCall> = {
  'POST /api/applications': callAbout('POST /api/applications', (as) => submitForm(as)),
  'GET /api/applications/me': plainCall('GET /api/applications/me', '/applications/me'),
  'GET /api/applications': plainCall('GET /api/applications', '/applications'),
  'GET /api/applications/counts': plainCall('GET /api/applications/counts', '/applications/counts'),
  'GET /api/applications/{id}': callAbout('GET /api/applications/:id', (as, { applicationId }) =>
    as.call('GET', `/applications/${applicationId}`),
  ),
  'GET /api/applications/statistics': plainCall(
    'GET /api/applications/statistics',
    '/applications/statistics',
  ),
  'GET /api/applications/{id}/history': callAbout(
    'GET /api/applications/:id/history',
    (as, { applicationId }) => as.call('GET', `/applications/${applicationId}/history`),
  ),
  'PUT /api/applications/{id}': callAbout('PUT /api/applications/:id', (as, { applicationId }) =>
    as.call('PUT', `/applications/${applicationId}`, { status: 'approved' }),
  ),
  'POST /api/applications/status': callAbout('POST /api/applications/status', (as, { applicationId }) =>
    as.call('POST', '/applications/status', { ids: [applicationId], status: 'approved' }),
  ),
  'PUT /api/applications/pitch-deck': callAbout('PUT /api/applications/pitch-deck', (as) => sendDeck(as), {
    given: callOnOwnApplication('pending'),
  }),
  'PUT /api/applications/track': callAbout(
    'PUT /api/applications/track',
    (as) => as.call('PUT', '/applications/track', { track: 'Clozyt Track' }),
    { given: callOnOwnApplication('pending') },
  ),
  'GET resumeUrl (/api/files/{id})': file('resume'),
  'GET pitch deck (/api/files/{id})': file('pitchDeck'),
};

/** The file of the hacker's own application. */
function file(kind: 'resume' | 'pitchDeck'): MatrixCall {
  return {
    route: 'GET /api/files/:id',
    prepare: ({ cast }) =>
      submitForm(
        cast.hacker,
        { track: 'Startup Track' },
        { resume: createGeneratedPdf('pdf-min'), pitchDeck: createPdf() },
      ),
    ask: async (as, { cast }, { services }) => {
      const found = await services.db
        .selectFrom('files')
        .where('owner_id', '=', cast.hacker.id)
        .where('kind', '=', kind)
        .select('id')
        .executeTakeFirstOrThrow();
      return as.call('GET', `/files/${found.id}`);
    },
  };
}

const neverServed = [
  '/uploads/a.pdf',
  '/.env',
  '/.git/config',
  '/../.env',
  '/%2e%2e/.env',
  '/assets/app.js.map',
];

/** The first of these that is there, or the last refusal. */
async function firstFound(
  as: TestActor,
  _world: MatrixWorld,
  { app }: TestApp,
): Promise<LightMyRequestResponse> {
  const answers = await Promise.all(
    neverServed.map((url) => app.inject({ url, headers: { cookie: as.cookie } })),
  );
  return answers.find(({ statusCode }) => statusCode !== 404) ?? answers[0]!;
}

/** A stream of live events, of which only the beginning is looked at. */
function stream(path: string): MatrixCall {
  return callAbout(`GET /api${path}`, async (as) => {
    const { statusCode, ...begun } = await as.call('GET', path, undefined, { payloadAsStream: true });
    if (statusCode === 200) begun.stream().destroy();
    return { ...begun, statusCode, body: '' } as LightMyRequestResponse;
  });
}

const site: Record<string, MatrixCall> = {
  'GET /api/event': plainCall('GET /api/event', '/event'),
  'GET /api/live': stream('/live'),
  'GET /api/judge/live': stream('/judge/live'),
  'GET /api/scores/live': stream('/scores/live'),
  'GET /api/schedule.ics': plainCall('GET /api/schedule.ics', '/schedule.ics'),
  'GET /api/openapi.json': plainCall('GET /api/openapi.json', '/openapi.json'),
  'GET /api/docs': plainCall('GET /api/docs', '/docs'),
  'GET /healthz': plainCall('GET /healthz', '/healthz'),
  'GET /readyz': plainCall('GET /readyz', '/readyz'),
  'GET /metrics': plainCall('GET /metrics', '/metrics'),
  'unknown /api path': { route: undefined, ask: (as) => as.call('GET', '/nope') },
  'GET list of judge accounts': { route: undefined, ask: (as) => as.call('GET', '/judges') },
  'PUT, PATCH, DELETE /api/scores/{id}': { route: undefined, ask: (as) => as.call('PUT', '/scores/1', {}) },
  '/uploads/*, /.env, /.git, *.map': { route: undefined, ask: firstFound },
};

/** Every row of the matrix that can be asked for, by the row's own words. */
export const matrixCalls: Record<string, MatrixCall> = {
  ...session,
  ...teams,
  ...search,
  ...applications,
  ...checkInCalls,
  ...walletCalls,
  ...judgingCalls,
  ...site,
};
