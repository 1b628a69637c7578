import { z } from 'zod';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';

export const updateAgreement = endpoint({
  method: 'PUT',
  path: '/agreements/:id',
  summary: 'Agree to a text of the event, or take that back',
  access: 'hacker',
  params: z.object({ id: z.string().max(40) }),
  body: z.strictObject({
    agreed: z.boolean(),
    /** The version that was read. */
    version: z.string().max(40),
  }),
  answer: success,
  limit: { max: 60, seconds: 3600 },
});
