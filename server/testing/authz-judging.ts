import { scoreBody } from './judges.ts';

const wrong = 'a wrong password';
/** The calls about judging that are the same for everybody: row of the matrix → route, path and body. */
export const judgingRequests: Record<string, [route: string, path: string, body?: unknown]> = {
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
