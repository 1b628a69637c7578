import type { Event } from '../../../contract/event/event.ts';
import { isUploaded } from '../../../contract/event/event-values.ts';
import { joinClasses } from '../../lib/classes.ts';

const sizes = { 1: 'h-36 basis-72', 2: 'h-28 basis-52', 3: 'h-20 basis-40' } as const;

interface SponsorsProps {
  sponsors: Event['sponsors'];
  /** Addresses of the logos by their file names. */
  logos: Record<string, string>;
}

/** The sponsors, with an invitation to become one; a single line while there are none. */
export function Sponsors({ sponsors: { list, note, showPlaceholders }, logos }: SponsorsProps) {
  const empty = list.length === 0;
  if (empty && !showPlaceholders) return null;
  return (
    <section aria-labelledby="sponsors">
      <div className="flex flex-wrap items-baseline gap-x-8 gap-y-2">
        <h2 id="sponsors" className="text-3xl">
          Sponsors
        </h2>
        <p className="text-muted">{note}</p>
      </div>
      {!empty && (
        <ul className="mt-6 flex flex-wrap gap-4">
          {list.map(({ name, url, logo = '', tier }) => (
            <li key={name} className={joinClasses('grow', sizes[tier as keyof typeof sizes])}>
              <a
                href={url}
                rel="sponsored noopener"
                className="sponsor flex size-full items-center justify-center rounded-md border border-hairline bg-paper p-5 text-ink"
              >
                {logos[logo] || isUploaded(logo) ? (
                  <img
                    src={logos[logo] ?? logo}
                    alt={name}
                    loading="lazy"
                    className="max-h-full max-w-full object-contain"
                  />
                ) : (
                  <span className="font-display text-xl font-bold tracking-tight">{name}</span>
                )}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
