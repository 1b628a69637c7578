import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';

/** Returns the id of a checkpoint, the event's first without one; undefined when the event has none of this id. */
export function findCheckpoint(
  { event }: Pick<Services, 'event'>,
  id: string | undefined,
): string | undefined {
  const [first] = event.checkpoints;
  return (id === undefined ? first : event.checkpoints.find((checkpoint) => checkpoint.id === id))?.id;
}

/** Returns the same. Throws `unknown_checkpoint`. */
export function requireCheckpoint(services: Pick<Services, 'event'>, id: string | undefined): string {
  return findCheckpoint(services, id) ?? fail('unknown_checkpoint');
}

const maxAge = 48 * 3_600_000;

/** Returns the time that a station reports; null (for now) when it is in the future or more than two days ago. */
export function toPlausibleTime(at: string, now: Date): Date | null {
  const reported = new Date(at);
  const age = now.getTime() - reported.getTime();
  return age >= 0 && age < maxAge ? reported : null;
}
