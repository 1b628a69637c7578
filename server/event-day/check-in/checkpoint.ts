import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';

/** Returns the id of a checkpoint, the event's first without one. Throws `unknown_checkpoint`. */
export function requireCheckpoint({ event }: Pick<Services, 'event'>, id: string | undefined): string {
  const found =
    id === undefined ? event.checkpoints[0] : event.checkpoints.find((checkpoint) => checkpoint.id === id);
  return found?.id ?? fail('unknown_checkpoint');
}
