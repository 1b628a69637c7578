import type { JudgingTrack } from '../../contract/judging/judging.ts';
import { listTrackRubrics } from '../../contract/judging/judging-tracks.ts';
import { fail } from '../platform/http/problem.ts';
import type { Services } from '../platform/services.ts';

/** Throws `invalid_input` for a rubric that no track of the event uses. */
export function requireTrackRubric({ event }: Pick<Services, 'event'>, rubric: JudgingTrack): void {
  const names = listTrackRubrics(event);
  if (!names.includes(rubric))
    fail('invalid_input', { fields: { track: `is not one of ${names.join(', ')}` } });
}
