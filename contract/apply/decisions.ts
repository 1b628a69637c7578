import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { application } from './applications.ts';

const decided = z.enum(['approved', 'rejected']);

export const undoDecision = endpoint({
  method: 'POST',
  path: '/applications/:id/undo',
  summary:
    'Undo a decision while its email waits: status and email are as they were before; refused when the status is not `status`',
  access: 'admin',
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    /** The status that the decision gave. */
    status: decided,
  }),
  response: application,
  limit: { max: 6000, seconds: 60 },
});

export const releaseDecisions = endpoint({
  method: 'POST',
  path: '/applications/release',
  summary: 'Release all held decisions: applicants see them and get their emails',
  access: 'admin',
  response: z.object({
    released: z.int(),
    /** Rejections of people who have been checked in meanwhile: they stay held. */
    stillHeld: z.int(),
  }),
});
