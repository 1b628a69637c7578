import { fail } from '../http/problem.ts';
import type { Services } from '../services.ts';

/** Whether applications are accepted now: always, unless the event enforces its deadline. */
export function isRegistrationOpen({ event, now }: Pick<Services, 'event' | 'now'>): boolean {
  const { enforce, closesAt } = event.registration;
  return !enforce || now().getTime() <= Date.parse(closesAt);
}

/** Throws `registration_closed` after an enforced deadline. */
export function requireOpenRegistration(services: Pick<Services, 'event' | 'now'>): void {
  if (!isRegistrationOpen(services)) fail('registration_closed');
}
