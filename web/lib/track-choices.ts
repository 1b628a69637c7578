import type { EventView } from '../../contract/event/site.ts';

type Asking = Pick<EventView, 'tracks' | 'questions'>;

/** Returns the files that a track asks for, or without one the event in addition to the resume, such as `a pitch deck`. */
const describeFiles = ({ questions = [] }: Asking, track?: EventView['tracks'][number]): string =>
  [
    ...(track?.requiresPitchDeck ? ['a pitch deck'] : []),
    ...questions
      .filter(({ type, required, tracks }) => type === 'file' && required && !tracks === !track)
      .filter(({ tracks }) => !track || tracks?.includes(track.id))
      .map(({ label }) => `“${label}”`),
  ].join(' and ');

/** Returns what an applicant should have ready beside the resume: `; for the Startup Track also a pitch deck`. */
export function describeOtherFiles(event: Asking): string {
  const forAll = describeFiles(event);
  const forTracks = event.tracks
    .filter((track) => describeFiles(event, track))
    .map((track) => `; for the ${track.title} also ${describeFiles(event, track)}`);
  return `${forAll && `, and ${forAll}`}${forTracks.join('')}`;
}

/** Returns the tracks of an event as choices of `RadioCards`. */
export const toTrackChoices = (event: Asking) => ({
  options: event.tracks.map((track) => ({
    value: track.id,
    label: track.title,
    description: `${track.summary}${describeFiles(event, track) && ` · asks for ${describeFiles(event, track)}`}`,
    note: track.prize,
  })),
  columns: event.tracks.length % 3 === 0 ? (3 as const) : (2 as const),
});
