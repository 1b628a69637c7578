import { entranceId } from '../../apply/applications/applications.views.ts';
import { notifySubscribersSoon } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';

/** Notifies stations, and at the entrance the person, whose dashboard then shows what is on. */
export function notifyOfCheckIn(
  services: Services,
  { userId, checkpoint }: { userId: string; checkpoint: string },
): void {
  const isEntrance = checkpoint === entranceId(services.event);
  notifySubscribersSoon(services, 'check-ins', ...(isEntrance ? [`user:${userId}` as const] : []));
}
