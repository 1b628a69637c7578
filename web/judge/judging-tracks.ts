import type { JudgingTrack } from '../../contract/judging.ts';
import type { EventView } from '../../contract/site.ts';

export const judgingTracks = ['hacker', 'startup'] as const satisfies readonly JudgingTrack[];

/** What a track is called in this event. */
export function getTrackTitle(event: Pick<EventView, 'tracks'>, track: JudgingTrack): string {
  const named = { hacker: 'Hacker Track', startup: 'Startup Track' };
  return event.tracks.find(({ slug }) => slug === track)?.title ?? named[track];
}
