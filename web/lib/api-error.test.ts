import { expect, it } from 'vitest';
import { createConnectionError, getErrorMessage, toApiError } from './api-error.ts';

const fallback = 'Failed to join team';
const say = (status: number, body: string) => getErrorMessage(toApiError(status, body), fallback);

it("shows the server's sentence, and the fallback of the place where the answer has none", () => {
  expect(say(409, '{"code":"team_full","message":"Team is full"}')).toBe('Team is full');
  expect(say(409, '{"message":"Team is full"}')).toBe('Team is full');
  for (const body of [
    '{"code":"team_full"}',
    '{"code":"team_full","message":""}',
    '{}',
    'null',
    '<h1>Bad</h1>',
    '',
  ])
    expect(say(409, body)).toBe(fallback);
});

it('shows the fallback for a failure of the server, a lost connection, and anything else', () => {
  expect(say(500, '{"code":"internal","message":"Something went wrong on our side."}')).toBe(fallback);
  expect(getErrorMessage(createConnectionError(), fallback)).toBe(fallback);
  expect(getErrorMessage(new TypeError('x'), fallback)).toBe(fallback);
});
