import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';

/** What a person agreed to, in the wording they saw. */
export const madeAgreement = z.object({
  id: z.string(),
  version: z.string(),
  title: z.string(),
  text: z.string(),
  at: z.iso.datetime(),
  /** Set once they have revoked it. */
  revokedAt: z.iso.datetime().optional(),
});
export type MadeAgreement = z.infer<typeof madeAgreement>;

export const updateAgreement = endpoint('PUT /agreements/:id', 'hacker', {
  summary: 'Agree to a text of the event, or revoke your agreement',
  params: z.object({ id: z.string().max(40) }),
  body: z.strictObject({
    agreed: z.boolean(),
    version: z.string().max(40),
  }),
  limit: { max: 60, seconds: 3600 },
});
