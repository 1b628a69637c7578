import type { TestApp } from './app.ts';
import { callAbout, type MatrixCall, plainCall } from './authz-matrix-call.ts';
import { scoreBody, signInJudge } from './judges.ts';
import type { MatrixWorld } from './world.ts';

const wrong = 'a wrong password';
// Row of the matrix → route, path and body, of the calls that are the same for everybody.
const requests: Record<string, [route: string, path: string, body?: unknown]> = {
  'POST /api/judge/login (proposed)': [
    'POST /api/judge/login',
    '/judge/login',
    {
      username: 'nobody',
      password: wrong,
    },
  ],
  'GET /api/judge/session': ['GET /api/judge/session', '/judge/session'],
  'POST /api/judge/logout': ['POST /api/judge/logout', '/judge/logout'],
  'POST /api/scores': ['POST /api/scores', '/scores', scoreBody()],
  'GET /api/scores/mine': ['GET /api/scores/mine', '/scores/mine'],
  'GET /api/judge/next': ['GET /api/judge/next', '/judge/next?track=hacker'],
  'POST /api/judge/skip': [
    'POST /api/judge/skip',
    '/judge/skip',
    {
      track: 'hacker',
      teamNumber: 1,
      reason: 'absent',
    },
  ],
  'GET /api/judge/tables': ['GET /api/judge/tables', '/judge/tables'],
  'POST /api/judging/tables': ['POST /api/judging/tables', '/judging/tables'],
  'GET /api/judging/progress': ['GET /api/judging/progress', '/judging/progress'],
  'PUT /api/judging/pause': ['PUT /api/judging/pause', '/judging/pause', { paused: true }],
  'POST /api/judging/judges': ['POST /api/judging/judges', '/judging/judges', { count: 1 }],
  'POST /api/judging/judges/import': [
    'POST /api/judging/judges/import',
    '/judging/judges/import',
    { list: 'Marie Curie' },
  ],
  'POST /api/score-review/unlock (proposed)': [
    'POST /api/score-review/unlock',
    '/score-review/unlock',
    {
      password: wrong,
    },
  ],
  'POST /api/score-review/lock': ['POST /api/score-review/lock', '/score-review/lock'],
  'GET /api/scores': ['GET /api/scores', '/scores'],
  'GET /api/scores/teams': ['GET /api/scores/teams', '/scores/teams'],
  'GET /api/scores/export.csv, .json': ['GET /api/scores/export.csv', '/scores/export.csv'],
  'GET /api/scores/export.json': ['GET /api/scores/export.json', '/scores/export.json'],
};

const madeJudge = async (_world: MatrixWorld, site: TestApp) => void (await signInJudge(site));

async function lastJudge({ services }: TestApp): Promise<string> {
  const active = services.db.selectFrom('judges').where('removed_at', 'is', null);
  return (await active.select('username').orderBy('position', 'desc').limit(1).executeTakeFirstOrThrow())
    .username;
}

/** The calls about judging, by the matrix's own words. */
export const judgingCalls: Record<string, MatrixCall> = {
  ...Object.fromEntries(Object.entries(requests).map(([row, request]) => [row, plainCall(...request)])),
  'POST /api/judging/judges/{username}/password': callAbout(
    'POST /api/judging/judges/:username/password',
    async (as, _world, site) => as.call('POST', `/judging/judges/${await lastJudge(site)}/password`),
    { prepare: madeJudge },
  ),
  'DELETE /api/judging/judges/{username}': callAbout(
    'DELETE /api/judging/judges/:username',
    async (as, _world, site) => as.call('DELETE', `/judging/judges/${await lastJudge(site)}`),
    { prepare: madeJudge },
  ),
};
