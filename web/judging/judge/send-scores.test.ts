// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { problems } from '../../../contract/errors.ts';
import type { ScoreBody } from './judge.api.ts';
import { sendScore } from './send-scores.ts';

const body: ScoreBody = { team_name: 'Night Owls', team_number: 3, track: 'care', scores: { idea: 5 } };
const score = { id: 'key', kind: 'score ben', payload: { body, total: 5 }, at: 0, tries: 1, notBefore: 0 };

afterEach(() => void vi.unstubAllGlobals());

const send = (answer: Response) => {
  vi.stubGlobal('fetch', async () => answer);
  return sendScore(score);
};
const refuse = (code: keyof typeof problems) => {
  const { status, message } = problems[code];
  return Response.json({ success: false, code, message }, { status });
};

test.each([
  'conflict_declared',
  'not_found',
  'other_track',
  'invalid_input',
  'idempotency_mismatch',
] as const)('a waiting score that is refused with %s needs its judge', async (code) => {
  expect(await send(refuse(code))).toEqual({ kind: 'trouble', message: problems[code].message });
});

test.each(['judging_paused', 'signed_out', 'too_many_requests', 'internal'] as const)(
  'a waiting score that is refused with %s goes on waiting',
  async (code) => {
    await expect(send(refuse(code))).rejects.toMatchObject({ code });
  },
);

test('a waiting score goes on waiting when a proxy answers, and is done when the server has it', async () => {
  for (const status of [400, 403, 404, 409, 413])
    await expect(send(new Response('<h1>No such host</h1>', { status }))).rejects.toMatchObject({ status });
  expect(await send(Response.json({ _id: 'score' }, { status: 201 }))).toEqual({ kind: 'done' });
});
