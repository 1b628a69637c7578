import { type ComponentProps, Fragment, type ReactNode } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { type EventPhase, type EventTimes, isExampleEvent } from '../../../contract/event/phases.ts';
import { getTimesOf } from '../../../contract/event/program.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { texts } from '../../../contract/texts.ts';
import { joinClasses } from '../../lib/classes.ts';
import { MainButton } from './main-button.tsx';
import type { Slide } from './slides.ts';

/** A link that a visitor can follow; the page itself loads nothing of the map. */
const getMapAddress = (address: string) =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;

interface HeroProps {
  event: Event;
  slides: Slide[];
  projects: ComponentProps<typeof MainButton>['projects'];
}

/** What a visitor sees first: when, where, what, one button, and a picture. */
export function Hero({ event, slides, projects }: HeroProps) {
  return (
    <div className="mx-auto grid page-frame items-center gap-x-12 gap-y-8 px-4 pt-6 pb-10 sm:px-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:pt-8 lg:pb-14">
      <div>
        <p className="font-mono text-xs text-accent-text sm:text-sm">
          {event.dates.label} · {event.place}
        </p>
        {event.address && (
          <p className="mt-1 text-sm text-muted">
            {event.address}{' '}
            <a className="link" href={getMapAddress(event.address)}>
              Show on a map
            </a>
          </p>
        )}
        <h1 className="hero-title mt-2">
          {/* One line a sentence. */}
          {event.hero.title.split(/(?<=[.!?]) +/).map((sentence, place) => (
            <Fragment key={sentence}>
              {place > 0 && ' '}
              <span className="block">{sentence}</span>
            </Fragment>
          ))}
        </h1>
        <p className="mt-4 max-w-[34ch] text-lg text-muted">{event.hero.lede}</p>
        {event.hero.chips.length > 0 && (
          <ul aria-label="Good to know" className="mt-4 flex flex-wrap gap-2">
            {event.hero.chips.map((chip) => (
              <li key={chip} className="rounded-full bg-butter px-4 py-1 text-sm font-semibold text-ink">
                {chip}
              </li>
            ))}
          </ul>
        )}
        <PhaseLine event={event} />
        <div className="mt-6 flex flex-wrap items-center gap-x-8 gap-y-6">
          <MainButton
            event={event}
            register="register for the event"
            closed={{ href: paths.schedule, label: 'see the schedule' }}
            walkIns={event.walkIns}
            projects={projects}
          />
          <Countdown event={event} />
        </div>
      </div>
      <Carousel slides={slides} treatment={event.hero.treatment} />
    </div>
  );
}

/** A frame with the event's pictures. One is in the page; the island fetches and turns the others. */
function Carousel({ slides, treatment }: { slides: Slide[]; treatment: 'riso' | 'none' }) {
  const [first] = slides;
  if (!first) return null;
  const rest = JSON.stringify(
    slides.map(({ src, alt, sources, focal }) => ({ src, alt, srcset: sources[0]?.srcset, focal })),
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
        {/* The page allows no style in an attribute. */}
        {first.focal && /^[\d.]+% [\d.]+%$/.test(first.focal) && (
          <style>{`[data-carousel] img{object-position:${first.focal}}`}</style>
        )}
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

/**
 * The time until registration closes; the island counts it down, and removes the figures once there is nothing left. Not
 * shown on small screens.
 */
function Countdown({ event }: { event: Event }) {
  const { closesAt } = event.registration;
  const deadline = formatDateTime(closesAt, event);
  const { startsAt } = getTimesOf(event);
  const isLate = Date.parse(closesAt) > startsAt;
  return (
    <div
      role="timer"
      aria-live="off"
      aria-label="Registration deadline"
      data-deadline={closesAt}
      className="max-md:hidden"
    >
      <p
        data-figures
        data-when={isLate ? 'open live' : 'open'}
        className="scripted flex gap-4"
        aria-hidden="true"
      >
        {['days', 'hours', 'min', 'sec'].map((unit) => (
          <span key={unit} className="grid">
            <span data-unit={unit} className="tabular font-mono text-xl leading-tight">
              00
            </span>
            <span className="text-xs text-muted">{unit}</span>
          </span>
        ))}
      </p>
      <p className="mt-1 text-xs text-muted">
        <span data-when="open">Registration closes {deadline}</span>
        <span data-when="late">Regular registration is closed</span>
        <span data-when="closed">{texts.apply.closed}</span>
        {isLate && <span data-when="live">Registration deadline: {deadline}</span>}
        <span data-when={isLate ? 'over' : 'live over'}>The registration deadline was {deadline}</span>
      </p>
    </div>
  );
}

function listLines(event: Event, times: EventTimes): Record<EventPhase, ReactNode> {
  const starts = `It starts ${formatDateTime(times.startsAt, event)}.`;
  return {
    open: `Register until ${formatDateTime(times.closesAt, event)}.`,
    late: `Late applications are accepted until the event starts on ${formatDateTime(times.startsAt, event)}.`,
    closed: `${texts.apply.closed}. ${starts}`,
    live: (
      <>
        {`It is happening now, until ${formatDateTime(times.endsAt, event)}.`}{' '}
        <a href={paths.schedule} className="underline underline-offset-4">
          See what is on
        </a>
      </>
    ),
    over: isExampleEvent(event)
      ? `${event.name} is over. You can still register, to try this site.`
      : `${event.name} is over. Thank you to everybody who came.`,
  };
}

/** Where the event stands, in one line; the page's phase shows the one that is true. It leads once the event has begun. */
function PhaseLine({ event }: { event: Event }) {
  return Object.entries(listLines(event, getTimesOf(event))).map(([phase, line]) => (
    <p
      key={phase}
      data-when={phase}
      className={
        phase === 'open'
          ? 'mt-6 font-semibold md:hidden'
          : phase === 'live' || phase === 'over'
            ? 'mt-6 text-xl font-semibold'
            : 'mt-6 font-semibold'
      }
    >
      {line}
    </p>
  ));
}
