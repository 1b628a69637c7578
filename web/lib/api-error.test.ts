import { expect, it } from 'vitest';
import { createConnectionError, getErrorMessage, isFinalRefusal, toApiError } from './api-error.ts';

const fallback = 'Failed to join team';
const say = (status: number, body: string) => getErrorMessage(toApiError(status, body), fallback);

it("shows the server's sentence, and the fallback of the place where the answer has none", () => {
  expect(say(409, '{"code":"team_full","message":"Team is full"}')).toBe('Team is full');
  expect(say(409, '{"message":"Team is full"}')).toBe('Team is full');
  const invalid = (email: string) =>
    say(
      400,
      JSON.stringify({ code: 'invalid_input', message: 'Some fields are not valid.', fields: { email } }),
    );
  expect(invalid('Please enter a valid email address')).toBe('Please enter a valid email address');
  expect(invalid('is missing')).toBe('Some fields are not valid.');
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

it('takes a refusal of the program for final, and an answer without its code for nothing', () => {
  const isFinal = (status: number, body: string) => isFinalRefusal(toApiError(status, body));
  for (const status of [400, 404, 409, 413, 415, 422]) {
    expect(isFinal(status, '{"code":"not_found","message":"Not found."}')).toBe(true);
    for (const body of ['', '<h1>Not found</h1>', '{}', '{"code":404,"message":"no such host"}'])
      expect(isFinal(status, body)).toBe(false);
  }
  for (const status of [401, 403, 429, 500, 503]) expect(isFinal(status, '{"code":"some"}')).toBe(false);
  expect(isFinalRefusal(createConnectionError())).toBe(false);
});
