import type { LightMyRequestResponse } from 'fastify';
import type { Actor } from './actors.ts';
import type { TestApp } from './app.ts';
import { doorCalls } from './authz-check-in.ts';
import { judgingCalls } from './authz-judging.ts';
import { about, type MatrixCall, ownApplication, plain } from './authz-matrix-call.ts';
import { walletCalls } from './authz-wallet.ts';
import { apply, sendDeck } from './forms.ts';
import { generated, pdf } from './pdf.ts';
import type { World } from './world.ts';

const session: Record<string, MatrixCall> = {
  'GET /api/auth/login': plain('GET /api/auth/login', '/auth/login'),
  'GET /api/auth/callback (proposed)': plain('GET /api/auth/callback', '/auth/callback?code=x&state=forged'),
  'GET /api/auth/user': plain('GET /api/auth/user', '/auth/user'),
  'GET /api/auth/logout': plain('GET /api/auth/logout', '/auth/logout'),
  'GET /api/auth/options': plain('GET /api/auth/options', '/auth/options'),
  'POST /api/auth/email/start': plain('POST /api/auth/email/start', '/auth/email/start', {
    email: 'new@example.org',
  }),
  'POST /api/auth/email/verify': plain('POST /api/auth/email/verify', '/auth/email/verify', {
    email: 'nobody@example.org',
    code: '000000',
  }),
  'POST /api/auth/link': plain('POST /api/auth/link', '/auth/link', { token: 'x'.repeat(43) }),
  'PUT /api/users/me': plain('PUT /api/users/me', '/users/me', { name: 'New Name' }),
  'GET /api/users/me/export': plain('GET /api/users/me/export', '/users/me/export'),
  'DELETE /api/users/me': about('DELETE /api/users/me', (as) => as.call('DELETE', '/users/me'), {
    prepare: ({ cast }, { services }) =>
      services.db.updateTable('users').set({ role: 'hacker' }).where('id', '!=', cast.admin.id).execute(),
  }),
};

const ask = { query: 'python', filters: {} };
const search: Record<string, MatrixCall> = {
  'POST /api/search/determine-search-type': plain(
    'POST /api/search/determine-search-type',
    '/search/determine-search-type',
    { query: 'python' },
  ),
  'POST /api/search/vector-only': plain('POST /api/search/vector-only', '/search/vector-only', ask),
  'POST /api/search/rag': plain('POST /api/search/rag', '/search/rag', ask),
};

const teams: Record<string, MatrixCall> = {
  'GET /api/teams/{T}': about('GET /api/teams/:id', (as, { team }) => as.call('GET', `/teams/${team.id}`)),
  'POST /api/teams': plain('POST /api/teams', '/teams', { name: 'Second', maxMembers: 4 }),
  'POST /api/teams/join': about(
    'POST /api/teams/join',
    (as, { team }) => as.call('POST', '/teams/join', { inviteCode: team.code }),
    { joins: true },
  ),
  'DELETE /api/teams/{T}/leave': about('DELETE /api/teams/:id/leave', (as, { team }) =>
    as.call('DELETE', `/teams/${team.id}/leave`),
  ),
  'DELETE /api/teams/{T}/kick/{M}': about('DELETE /api/teams/:id/kick/:memberId', (as, { team, cast }) =>
    as.call('DELETE', `/teams/${team.id}/kick/${cast.member.id}`),
  ),
  'GET /api/teams/search?query=': plain('GET /api/teams/search', '/teams/search?query=owl'),
  'GET /api/teams/join-requests': plain('GET /api/teams/join-requests', '/teams/join-requests'),
  'GET /api/teams/my-requests': plain('GET /api/teams/my-requests', '/teams/my-requests'),
  'POST /api/teams/join-requests (proposed)': about('POST /api/teams/join-requests', (as, { strangers }) =>
    as.call('POST', '/teams/join-requests', { teamId: strangers.id }),
  ),
  'PUT /api/teams/join-requests/{R→T}': about('PUT /api/teams/join-requests/:id', (as, { requestId }) =>
    as.call('PUT', `/teams/join-requests/${requestId}`, { action: 'approve' }),
  ),
  'DELETE /api/teams/join-requests/{R}/cancel': about(
    'DELETE /api/teams/join-requests/:id/cancel',
    (as, { requestId }) => as.call('DELETE', `/teams/join-requests/${requestId}/cancel`),
  ),
  'PUT /api/users/team-preference': plain('PUT /api/users/team-preference', '/users/team-preference', {
    teamPreference: 'solo',
  }),
};

const applications: Record<string, MatrixCall> = {
  'POST /api/applications': about('POST /api/applications', (as) => apply(as)),
  'GET /api/applications/me': plain('GET /api/applications/me', '/applications/me'),
  'GET /api/applications': plain('GET /api/applications', '/applications'),
  'GET /api/applications/counts': plain('GET /api/applications/counts', '/applications/counts'),
  'GET /api/applications/{id}': about('GET /api/applications/:id', (as, { applicationId }) =>
    as.call('GET', `/applications/${applicationId}`),
  ),
  'GET /api/applications/statistics': plain('GET /api/applications/statistics', '/applications/statistics'),
  'GET /api/applications/{id}/history': about('GET /api/applications/:id/history', (as, { applicationId }) =>
    as.call('GET', `/applications/${applicationId}/history`),
  ),
  'PUT /api/applications/{id}': about('PUT /api/applications/:id', (as, { applicationId }) =>
    as.call('PUT', `/applications/${applicationId}`, { status: 'approved' }),
  ),
  'POST /api/applications/status': about('POST /api/applications/status', (as, { applicationId }) =>
    as.call('POST', '/applications/status', { ids: [applicationId], status: 'approved' }),
  ),
  'PUT /api/applications/pitch-deck': about('PUT /api/applications/pitch-deck', (as) => sendDeck(as), {
    given: ownApplication('pending'),
  }),
  'PUT /api/applications/track': about(
    'PUT /api/applications/track',
    (as) => as.call('PUT', '/applications/track', { track: 'Clozyt Track' }),
    { given: ownApplication('pending') },
  ),
  'GET resumeUrl (/api/files/{id})': file('resume'),
  'GET pitch deck (/api/files/{id})': file('pitchDeck'),
};

/** The file of the hacker's own application. */
function file(kind: 'resume' | 'pitchDeck'): MatrixCall {
  return {
    route: 'GET /api/files/:id',
    prepare: ({ cast }) =>
      apply(cast.hacker, { track: 'Startup Track' }, { resume: generated('pdf-min'), pitchDeck: pdf() }),
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
async function firstFound(as: Actor, _world: World, { app }: TestApp): Promise<LightMyRequestResponse> {
  const answers = await Promise.all(
    neverServed.map((url) => app.inject({ url, headers: { cookie: as.cookie } })),
  );
  return answers.find(({ statusCode }) => statusCode !== 404) ?? answers[0]!;
}

/** A stream of live events, of which only the beginning is looked at. */
function stream(path: string): MatrixCall {
  return about(`GET /api${path}`, async (as) => {
    const { statusCode, ...begun } = await as.call('GET', path, undefined, { payloadAsStream: true });
    if (statusCode === 200) begun.stream().destroy();
    return { ...begun, statusCode, body: '' } as LightMyRequestResponse;
  });
}

const site: Record<string, MatrixCall> = {
  'GET /api/event': plain('GET /api/event', '/event'),
  'GET /api/live': stream('/live'),
  'GET /api/judge/live': stream('/judge/live'),
  'GET /api/scores/live': stream('/scores/live'),
  'GET /api/schedule.ics': plain('GET /api/schedule.ics', '/schedule.ics'),
  'GET /api/openapi.json': plain('GET /api/openapi.json', '/openapi.json'),
  'GET /api/docs': plain('GET /api/docs', '/docs'),
  'GET /healthz': plain('GET /healthz', '/healthz'),
  'GET /readyz': plain('GET /readyz', '/readyz'),
  'GET /metrics': plain('GET /metrics', '/metrics'),
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
  ...doorCalls,
  ...walletCalls,
  ...judgingCalls,
  ...site,
};
