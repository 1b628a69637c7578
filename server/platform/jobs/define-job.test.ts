import { expect, test } from 'vitest';
import { deliverMailJob } from '../mail/mail.jobs.ts';
import type { PayloadOf } from './define-job.ts';

test('a misspelled payload does not compile, and is refused', () => {
  // @ts-expect-error The field is called `mailId`.
  const payload: PayloadOf<typeof deliverMailJob> = { mail: '1' };
  expect(deliverMailJob.payload.safeParse(payload).success).toBe(false);
});
