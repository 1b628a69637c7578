import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';

const badge = z.object({
  _id: z.uuid(),
  name: z.string(),
  /** Only for people without a name: the address at which to ask for it. */
  email: z.string().optional(),
  track: z.string(),
  team: z.string().nullable(),
  tableNumber: z.int().optional(),
  /** The pass's QR code as an image source. */
  qrCode: z.string(),
});
export type BadgeContent = z.infer<typeof badge>;

export const listBadges = endpoint('POST /badges', 'admin', {
  summary: 'Get badges to print for these applications, by name; only approved people have one',
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(limits.badges.atOnce) }),
  response: z.array(badge),
  limit: { max: 600, seconds: 60 },
});
