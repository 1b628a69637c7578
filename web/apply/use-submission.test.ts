import { expect, it } from 'vitest';
import { ApiError, createConnectionError } from '../lib/api-error.ts';
import { toFailureState } from './use-submission.ts';

it('tells a stopped, a lost and a signed-out attempt apart', () => {
  expect(toFailureState(createConnectionError(), true)).toEqual({ is: 'cancelled' });
  expect(toFailureState(createConnectionError(), false)).toEqual({ is: 'lost' });
  expect(toFailureState(new ApiError(401, { code: 'signed_out', message: 'x' }), false)).toEqual({
    is: 'signedOut',
  });
});

it("gives the server's sentence, with the fields that it is about", () => {
  const message = 'Resume file size must be less than 1MB';
  const tooLarge = { code: 'resume_too_large', message, fields: { resume: message } };
  expect(toFailureState(new ApiError(413, tooLarge), false)).toEqual({
    is: 'refused',
    message,
    fields: { resume: message },
  });
  const invalid = { code: 'invalid_input', message: 'No.', fields: { major: 'It is too long.' } };
  expect(toFailureState(new ApiError(400, invalid), false)).toEqual({
    is: 'refused',
    message: 'No.',
    fields: { major: 'It is too long.' },
  });
});

it('falls back to the one sentence for everything that nobody foresaw', () => {
  const message = 'An error occurred while submitting your application';
  expect(toFailureState(new ApiError(500, { code: 'internal', message: 'x' }), false)).toEqual({
    is: 'refused',
    message,
    fields: {},
  });
  expect(toFailureState(new TypeError('x'), false)).toEqual({ is: 'refused', message, fields: {} });
});
