import { fail } from '../http/problem.ts';
import type { Services } from '../services.ts';

/** The checkpoint that a call means: the event's first where it names none. Throws unknown_checkpoint. */
export function requireCheckpoint({ event }: Pick<Services, 'event'>, id: string | undefined): string {
  const found = id === undefined ? event.checkpoints[0] : event.checkpoints.find((one) => one.id === id);
  return found?.id ?? fail('unknown_checkpoint');
}
