import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from './endpoint.ts';

const base64url = (characters: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`), 'is not a key of a push subscription');

export const savePushSubscription = endpoint('PUT /push-subscription', 'hacker', {
  summary: 'Get announcements as notifications on this device until you log out; a repeat is harmless',
  body: z.strictObject({
    /** An address of a browser's push service; others are refused. */
    endpoint: z.string().max(limits.push.endpoint),
    keys: z.strictObject({
      /** An uncompressed point of P-256, 65 bytes. */
      p256dh: base64url(87),
      /** 16 bytes. */
      auth: base64url(22),
    }),
  }),
  limit: { max: 60, seconds: 60 },
});

export const deletePushSubscription = endpoint('DELETE /push-subscription', 'hacker', {
  summary: 'Stop notifications on this device',
  limit: { max: 60, seconds: 60 },
});
