import type { JudgingTrack } from '../../contract/judging.ts';
import type { EventView } from '../../contract/site.ts';

export const judgingTracks = ['hacker', 'startup'] as const satisfies readonly JudgingTrack[];

export function getTrackTitle(event: Pick<EventView, 'tracks'>, track: JudgingTrack): string {
  const defaults = { hacker: 'Hacker Track', startup: 'Startup Track' };
  return event.tracks.find(({ slug }) => slug === track)?.title ?? defaults[track];
}
