import { isRegistrationOpen } from '../../../contract/event/phases.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';

/** Throws `registration_closed` after an enforced deadline. */
export function requireOpenRegistration({ event, now }: Pick<Services, 'event' | 'now'>): void {
  if (!isRegistrationOpen(event.registration, now().getTime())) fail('registration_closed');
}
