import { isRegistrationOpen } from '../../contract/phases.ts';
import { fail } from '../http/problem.ts';
import type { Services } from '../services.ts';

/** Throws `registration_closed` after an enforced deadline. */
export function requireOpenRegistration({ event, now }: Pick<Services, 'event' | 'now'>): void {
  if (!isRegistrationOpen(event.registration, now().getTime())) fail('registration_closed');
}
