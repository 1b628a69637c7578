import { expect, test } from 'vitest';
import type { PayloadOf } from './define-job.ts';
import { deliverMailJob } from './platform.jobs.ts';

test('a misspelled payload does not compile, and is refused', () => {
  // @ts-expect-error The field is called `mailId`.
  const payload: PayloadOf<typeof deliverMailJob> = { mail: '1' };
  expect(deliverMailJob.payload.safeParse(payload).success).toBe(false);
});
