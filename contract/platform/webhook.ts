import { z } from 'zod';
import { endpoint, type ResponseOf } from './endpoint.ts';

export const listWebhookDeliveries = endpoint('GET /webhook/deliveries', 'admin', {
  summary: 'List the last 100 deliveries of the webhook with their answers, newest first; 404 without one',
  response: z.array(
    z.object({
      _id: z.uuid(),
      /** What happened, such as `application.created`. */
      type: z.string(),
      text: z.string(),
      at: z.iso.datetime(),
      state: z.enum(['waiting', 'delivered', 'failed']),
      attempts: z.int(),
      /** The status and the beginning of the last response, or why there was none. */
      answer: z.string(),
    }),
  ),
});
export type WebhookDelivery = ResponseOf<typeof listWebhookDeliveries>[number];

export const retryWebhookDelivery = endpoint('POST /webhook/deliveries/:id', 'admin', {
  summary: 'Deliver something to the webhook again, under the same id',
  limit: { max: 60, seconds: 60 },
});
