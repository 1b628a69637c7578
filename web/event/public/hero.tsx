import { type ComponentProps, Fragment } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { Carousel } from './carousel.tsx';
import { Countdown } from './countdown.tsx';
import { MainButton } from './main-button.tsx';
import { PhaseLine } from './phase-line.tsx';
import type { Slide } from './slides.ts';

/** A link that a visitor can follow; the page itself loads nothing of the map. */
const getMapAddress = (address: string) =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;

/** What a visitor sees first: when, where, what, one button, and a picture. */
export function Hero({
  event,
  slides,
  projects,
}: {
  event: Event;
  slides: Slide[];
  projects: ComponentProps<typeof MainButton>['projects'];
}) {
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
            projects={projects}
          />
          <Countdown event={event} />
        </div>
      </div>
      <Carousel slides={slides} treatment={event.hero.treatment} />
    </div>
  );
}
