import type { Event } from '../../../contract/event/event.ts';
import { joinClasses } from '../../lib/classes.ts';

const inks = ['bg-butter text-ink', 'bg-night text-white', 'bg-tangerine text-ink'];

export function TrackCards({ tracks }: { tracks: Event['tracks'] }) {
  return (
    <section aria-labelledby="tracks">
      <h2 id="tracks" className="text-3xl">
        What you can win
      </h2>
      <ul className="mt-8 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {tracks.map(({ id, title, summary, prize, maxTeamSize }, position) => (
          <li key={id} className="flex flex-col overflow-hidden rounded-lg border-2 border-edge bg-surface">
            <p
              className={joinClasses(
                'halftone flex min-h-44 items-end border-b-2 border-edge p-5 font-display text-2xl font-bold tracking-tight text-balance',
                inks[position % inks.length],
              )}
            >
              {prize}
            </p>
            <div className="p-5">
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1 text-muted">{summary}</p>
              {maxTeamSize && <p className="mt-3 font-mono text-xs">teams of {maxTeamSize} at most</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
