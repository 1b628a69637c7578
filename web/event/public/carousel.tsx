import { joinClasses } from '../../lib/classes.ts';
import type { Slide } from './slides.ts';

/** A frame with the event's pictures. One is in the page; the island fetches and turns the others. */
export function Carousel({ slides, treatment }: { slides: Slide[]; treatment: 'riso' | 'none' }) {
  const [first] = slides;
  if (!first) return null;
  const rest = JSON.stringify(
    slides.map(({ src, alt, sources }) => ({ src, alt, srcset: sources[0]?.srcset })),
  );
  return (
    <figure
      data-carousel={rest}
      aria-label="Pictures of the event"
      className="mr-2 overflow-hidden rounded-lg border-2 border-edge bg-surface shadow-print"
    >
      <div
        className={joinClasses(
          'relative aspect-8/3 overflow-hidden lg:aspect-3/2',
          first.photo && treatment === 'riso' && 'riso',
        )}
      >
        <picture>
          {first.darkSrc && <source media="(prefers-color-scheme: dark)" srcSet={first.darkSrc} />}
          {first.sources.map(({ type, srcset }) => (
            <source key={type} type={type} srcSet={srcset} sizes="(min-width: 1024px) 420px, 100vw" />
          ))}
          <img
            src={first.src}
            alt={first.alt}
            width={960}
            height={720}
            fetchPriority="high"
            className="absolute inset-0 size-full object-cover"
          />
        </picture>
      </div>
      {slides.length > 1 && (
        <figcaption className="scripted flex items-center justify-between border-t-2 border-edge px-4 font-mono text-xs">
          <span data-position className="tabular">
            1/{slides.length}
          </span>
          <button type="button" data-pause className="-mr-2 min-h-11 px-2">
            Pause
          </button>
        </figcaption>
      )}
    </figure>
  );
}
