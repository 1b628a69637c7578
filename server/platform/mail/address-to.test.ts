import { expect, test } from 'vitest';
import { addressTo } from './mail.service.ts';

const content = { subject: 'Hello', text: 'Plain', html: '<p>Rich</p>' };

test('only people with a verified address get email', () => {
  const ada = { id: 'ada', email: 'ada@example.org', emailVerified: true };
  expect(addressTo(ada, content)).toEqual([{ ...content, to: 'ada@example.org', userId: 'ada' }]);
  expect(addressTo({ ...ada, emailVerified: false }, content)).toEqual([]);
  expect(addressTo({ ...ada, email: null }, content)).toEqual([]);
});
